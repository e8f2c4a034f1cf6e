"""The lowerings: one file for each family of ATen overloads. The table imports every file."""
