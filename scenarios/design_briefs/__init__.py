"""Design briefs: one concept for each, rated for novelty, usefulness and clarity."""
