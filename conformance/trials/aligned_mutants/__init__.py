"""What notices a change of any constant or step of clause T11: see __main__.py."""
