"""Plans: the launches of a call for one layout, recorded once and repeated on any addresses."""
