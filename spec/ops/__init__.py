"""The declarations of all ops, one file per op.

A file has the name of its op, with a trailing _ if the name is a keyword of Python.
"""
