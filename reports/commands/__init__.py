"""The commands of this room: `samebits certify` and `samebits report`."""
