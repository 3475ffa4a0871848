"""CREATE (Wadhwa et al. 2026): associative creativity by paths between entities."""
