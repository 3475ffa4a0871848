"""LiveIdeaBench: scientific ideas from a single keyword, rated by a panel of model judges (Ruan et al. 2024)."""
