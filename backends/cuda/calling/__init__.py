"""The parts of a call outside its plan: copies, streams, memory limits, prepared calls, lists."""
