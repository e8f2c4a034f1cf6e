"""Certification: start the judge in a separate process, show progress, and write the report."""
