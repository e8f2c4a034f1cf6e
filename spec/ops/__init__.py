"""One file an op; the file is named after it (with a trailing _ where Python reserves the word)."""
