"""Certification: start the judge in a process of its own, show its progress, write the report."""
