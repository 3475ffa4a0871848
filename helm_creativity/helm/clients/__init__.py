"""HELM's clients, asked patiently: waits and outages, models' limits, replies that can be used, keys kept secret."""
