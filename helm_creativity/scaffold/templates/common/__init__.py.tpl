"""<< title >>: << kind.toy >>."""
