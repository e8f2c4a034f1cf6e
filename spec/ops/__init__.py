"""The declarations of all ops, one file per op.

A file has the name of its op, with _ appended if the name is a keyword of Python.
"""
