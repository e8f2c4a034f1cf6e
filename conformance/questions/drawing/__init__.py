"""One module for each family of shape rules, with `DRAWS`: how shapes and attributes are drawn."""
