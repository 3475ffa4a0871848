"""One page about a suite that needs no other file."""
