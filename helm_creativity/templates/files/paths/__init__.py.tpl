"""<< title >>: << kind.example >>."""
