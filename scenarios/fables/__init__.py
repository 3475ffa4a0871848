"""Fables out of five elements, rated by judges (the TinyFabulist of KlusAI Labs)."""
