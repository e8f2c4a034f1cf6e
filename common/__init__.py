"""The room below all other rooms: helpers that every room may use.

It reads and writes files, defines the base class of errors, shows progress on a terminal, and
identifies the processor and the installed release. It computes digests of sources, parses numbers
in options, and finds compiled libraries. It does not depend on the specification, the cases or the
judge, and imports no other room of samebits.
"""
