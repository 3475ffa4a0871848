"""Fig-QA: which of two meanings a figurative sentence has (Liu et al. 2022)."""
