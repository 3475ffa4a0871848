"""People's scores: the means that the authors' notebook prints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Difference, Recomputed, github_file
from helm_creativity.results.recomputing import mean, mean_or_sd, numbers, read_rows, score_records

PEOPLE = github_file(
    "knakajima1225/beyond_divergent_creativity",
    "904f7a1cf559ceaef66df814250eee7ef601165f",
    "cdat/data/csv_data/results_with_bert_layers_human.csv",
    "0e6dcda40c1e4ea920dfd7f81cc48bb3ae9d57b16b56db94b1d0c959a7222a9d",
    "none stated",
)
