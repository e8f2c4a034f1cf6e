"""The room below all others: helpers that every room may use.

It reads and writes files, defines the base error, shows progress on a terminal, and identifies the
processor and the installed release. It computes digests of sources, parses numbers of options, and
finds compiled libraries. It does not depend on the specification, the cases or the judge, and
imports no other room of samebits.
"""
