"""Files: published ones, untrusted ones, tables, YAML and records."""
