"""Recipes of binary64 ops that are composed of other ops, one file for each op.

families/composed.py runs them.
"""
