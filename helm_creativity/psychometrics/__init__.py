"""Statistics of scores and of judges, on numpy and scipy only.

Arrays are what ``tables.as_floats`` reads: lists, numpy's arrays or pandas' tables, NaN or NA where one is missing. A
wrong shape, an infinity, a number beyond 1e300 or an argument out of its range is a ValueError that names it, by
position. ``rng`` is the source of random numbers, and ``draws`` how many are drawn, at least 1.
"""
