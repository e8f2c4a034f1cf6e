"""The commands of `samebits`. They are registered in the entry-point group `samebits.commands`."""
