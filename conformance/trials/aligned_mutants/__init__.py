"""Changes of each constant and step of clause T11, and the golden cases that notice them."""
