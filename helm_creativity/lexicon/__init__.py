"""Dictionaries, word classes and cue words."""
