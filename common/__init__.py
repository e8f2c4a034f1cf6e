"""The room below all others: what each of them may use, and none is about.

Reading and writing files, the one family of errors, progress on a terminal, the processor, the
installed release, digests of sources, numbers as options, and where compiled libraries lie. It
knows nothing of what is asked, answered or judged, and imports nothing else of samebits.
"""
