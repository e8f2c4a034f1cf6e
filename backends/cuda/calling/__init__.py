"""Everything around the plan of a call: copies, streams, memory limits, prepared calls, lists."""
