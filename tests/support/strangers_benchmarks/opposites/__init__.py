"""A benchmark of other people, called NAME."""
