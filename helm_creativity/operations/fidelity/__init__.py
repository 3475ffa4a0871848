"""Printed numbers against those that this package recomputes."""
