"""Texts to vectors behind one protocol: the built-in table, stores of word vectors, encoders, ensembles."""
