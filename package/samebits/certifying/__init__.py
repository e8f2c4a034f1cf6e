"""Certification: starts the judge in its own process, shows progress, and writes the report."""
