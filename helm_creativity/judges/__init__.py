"""Judges: what they are asked, who rates what, how a reply is parsed, and the ratings that come of it.

Only the modules that ask judges import HELM: ``asking``, ``deployments``, ``outside`` and ``probabilities``. Ratings
are read without it.
"""
