"""Suites in the formats in which others read results."""
