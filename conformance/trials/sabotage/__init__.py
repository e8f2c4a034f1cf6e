"""Saboteurs made by program: one op and format each, wrong on a predicate, put before the judge."""
