"""Groups of people as if each were a model that responds to one prompt."""

from __future__ import annotations

from collections.abc import Mapping

from helm_creativity.benchmark.recipes import Recipe
from helm_creativity.results.people_scores import story_groups

RECIPES: Mapping[str, Recipe] = {"groups": story_groups("novelty")}
