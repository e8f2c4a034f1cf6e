"""Every declaration of a graph with one thing changed, and the golden cases that notice it."""
