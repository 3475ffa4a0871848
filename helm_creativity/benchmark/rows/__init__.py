"""Rows of users' files: which columns there are, and how files and cells are read."""
