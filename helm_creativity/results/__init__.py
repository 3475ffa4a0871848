"""HELM's output folders as tables and statistics. Reads files; never imports HELM."""
