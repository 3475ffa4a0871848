"""Scores and statistics that papers print, as tables with their source, and what our programs make of them."""
