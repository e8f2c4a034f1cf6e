"""The networks of the trajectories, one file each."""
