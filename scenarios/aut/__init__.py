"""Alternate uses of everyday objects (Guilford 1967), scored by vectors or by judges."""
