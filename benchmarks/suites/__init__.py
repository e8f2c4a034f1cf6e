"""One file a suite; each provides `pairs(session, threads)`. Found by sorted folder walk."""
