"""Samples of people: responses of participants, scored as those of models are."""
