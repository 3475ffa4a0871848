"""Short stories from three cue words: Divergent Semantic Integration, and creativity as judges see it."""
