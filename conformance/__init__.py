"""The conformance room: the judge.

It plans the cases, runs a backend on them, compares bytes, checks laws, explains failures and gives
the verdict. The runner is a pytest plugin (`judging/plugin.py`) that is loaded only on request.
"""
