"""The commands of `samebits`; the entry-point group `samebits.commands` names them."""
