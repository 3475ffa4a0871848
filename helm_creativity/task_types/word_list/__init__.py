"""What the benchmarks that are scored over words share: reading lists, which words count, word classes, cue words."""
