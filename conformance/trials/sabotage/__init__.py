"""Saboteurs made by program. Each is wrong for one op and format if its predicate is true."""
