"""The text of a response, read as a list, a word or JSON, or as the reason why it cannot be scored."""
