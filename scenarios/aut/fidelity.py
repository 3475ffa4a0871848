"""People's lists of uses: how many uses they have, and how original people found them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed, claims_about
from helm_creativity.core.registry import find_source
from helm_creativity.results.recomputing import mean_or_sd, read_rows, score_records
from helm_creativity.scenarios.aut.items import object_names

RATINGS = find_source("organisciak-ratings")
Person = tuple[str, str]
"""Study and participant, whose names are alike between studies."""
