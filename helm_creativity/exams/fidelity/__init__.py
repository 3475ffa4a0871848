"""What papers print about the sets on which judges are examined, and how it is recomputed; one module for each set."""
