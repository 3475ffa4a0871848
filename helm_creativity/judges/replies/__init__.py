"""Judges' replies, read as ratings on a scale, one for each of many texts or not, as a letter, a word or categories."""
