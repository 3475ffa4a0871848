"""Paths from a start to a goal as a page: a drawing of the graph that they make, and a table of them.

``page`` holds what a page is made of and makes it; ``graph`` merges paths, ``layout`` places the graph by Graphviz, and
``svg`` and the templates write it down.
"""
