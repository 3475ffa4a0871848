"""MUNCH: which words can take the place of a metaphor (Tong et al. 2024)."""
