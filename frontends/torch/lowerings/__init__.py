"""The lowerings: one file for each family of ATen overloads, found by walking this folder."""
