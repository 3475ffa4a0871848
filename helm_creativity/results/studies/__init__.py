"""What papers print about models' scores on many benchmarks, and how it is recomputed; one module for each paper."""
