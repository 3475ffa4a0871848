"""How short a short form can be, by simulation, and on scores that others have released.

python perf/short_forms.py [FOLDER] > perf/short_forms.md

FOLDER holds clones of the repositories in ``RELEASED``, by owner and name. Without it their table is left out.
"""

from __future__ import annotations

import ast
import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.short_forms import ShortForm, short_form
from helm_creativity.psychometrics.uncertainty import rank_correlations

Numbers = NDArray[np.float64]

MODELS, FRESH, ITEMS, TABLES = 40, 400, 50, 40
CUTS = np.array([-2.0, -0.7, 0.7, 2.0])
TARGETS = (0.90, 0.95, 0.98)
HEAD = f"""# Short forms

`helm-creativity items shorten` chooses items that rank models as all items do
([plan.md](../docs/plan.md#short-forms)). This page shows how many that takes.

`python perf/short_forms.py FOLDER > perf/short_forms.md`

## Simulation

{MODELS} models respond to {ITEMS} items of a graded response model with five ratings: worths are normal with a
standard deviation of 1, difficulties too, and the logarithms of discriminations are normal with the standard
deviation in the first column. The second column says how many responses each item gets. Every line is a mean over
{TABLES} tables. "Share" is the share of requests. "Held-out ρ" is what the command prints. "New models" is ρ of the
same items for {FRESH} other models of the same kind, in groups of {MODELS}, and "random, new models" that of as
many random items. "Enough random" is how many random items reach the target on average for new models. "A fifth" is
the share of tables in which a fifth of the requests or less is enough.
"""
RELEASED = {
    "HANNA, people's ratings": "dig-team/hanna-benchmark-asg",
    "MacGyver, people's judgements": "allenai/MacGyver",
    "MCTB, S-DAT of 25 words": "theGreen-Coder/MCTB",
}
RELEASED_HEAD = """
## Released scores

"Systems" are models, or models with different prompts. "New run" is the ρ that is expected where the items are
asked anew; HANNA has one story for each prompt. With ten systems or fewer intervals are wide, and a form for a high
target is mostly nearly all items: one pair of neighbours in the other order takes ρ of ten to .988, and two such
pairs to .976.

Sources: [HANNA](https://github.com/dig-team/hanna-benchmark-asg) (Chhun et al. 2022), ratings of stories by people,
without those of human writers; [MacGyver](https://github.com/allenai/MacGyver) (Tian et al. 2024);
[MCTB](https://github.com/theGreen-Coder/MCTB) (Multimodal Creative Thinking Benchmark 2025).
"""
CRITERIA = ("Relevance", "Coherence", "Empathy", "Surprise", "Engagement", "Complexity")


class Released(NamedTuple):
    """Scores of systems by items by responses, NaN where missing."""

    scores: Numbers
    systems: list[str]
    items: list[str]


def main() -> None:
    """Prints the page."""
    print(HEAD)
    print(
        "| sd | responses | target | items | share | held-out ρ | new models | random, new models | enough random "
        "| a fifth |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for spread in (0.3, 0.8):
        for trials in (1, 5):
            for target in TARGETS:
                rows = np.array([simulated(seed, spread, trials, target) for seed in range(TABLES)])
                size, held_out, new, random, enough = rows.mean(axis=0)
                fifth = (rows[:, 0] <= ITEMS / 5).mean()
                print(
                    f"| {spread} | {trials} | {target:.2f} | {size:.1f} | {size / ITEMS:.0%} | {held_out:.3f} "
                    f"| {new:.3f} | {random:.3f} | {enough:.1f} | {fifth:.0%} |"
                )
    if len(sys.argv) > 1:
        print_released(Path(sys.argv[1]))


def simulated(seed: int, spread: float, trials: int, target: float) -> tuple[float, ...]:
    """Items chosen, their held-out ρ, ρ of new models, that of random items, and how many of these are enough."""
    rng = np.random.default_rng([seed, trials, round(10 * spread)])
    worth = rng.standard_normal(MODELS + FRESH)[:, None]
    discrimination, difficulty = np.exp(spread * rng.standard_normal(ITEMS)), rng.standard_normal(ITEMS)
    latent = (discrimination * (worth - difficulty))[:, :, None] + rng.logistic(size=(len(worth), ITEMS, trials))
    ratings = 1.0 + np.searchsorted(CUTS, latent)
    models, items = [f"{row:03d}" for row in range(MODELS)], [f"{place:03d}" for place in range(ITEMS)]
    form = short_form(ratings[:MODELS], models, items, np.random.default_rng(seed), target)
    assert form is not None
    others = ratings[MODELS:].mean(axis=2)
    new = agreement(others, [items.index(item) for item in form.items])
    orders = [rng.permutation(ITEMS) for _ in range(10)]
    by_size = [np.mean([agreement(others, order[:size]) for order in orders]) for size in range(1, ITEMS + 1)]
    size = len(form.items)
    return size, form.rho, new, float(by_size[size - 1]), 1 + int(np.argmax(np.array(by_size) >= target))


def agreement(by_item: Numbers, places: NDArray[np.int64] | list[int]) -> float:
    """Mean ρ of means over some items with means over all, in groups of as many models as chose."""
    short, full = by_item[:, places].mean(axis=1), by_item.mean(axis=1)
    return float(rank_correlations(short.reshape(-1, MODELS), full.reshape(-1, MODELS)).mean())


def print_released(folder: Path) -> None:
    """The table of scores that others have released."""
    print(RELEASED_HEAD)
    print("| scores | systems | items | target | chosen | held-out ρ | 95 % interval | random items | new run |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for (title, repository), read in zip(RELEASED.items(), (hanna, macgyver, mctb), strict=True):
        found = read(folder / repository)
        for target in TARGETS:
            form = short_form(*found, np.random.default_rng(0), target)
            assert form is not None
            print(f"| {title} | {len(form.models)} | {form.n_items} | {target:.2f} | {_shown(form)} |")


def _shown(form: ShortForm) -> str:
    fresh = "" if form.fresh is None else f"{form.fresh:.3f}"
    interval = f"{form.low:.3f} to {form.high:.3f}"
    return f"{len(form.items)} | {form.rho:.3f} | {interval} | {form.random:.3f} | {fresh}"


def hanna(folder: Path) -> Released:
    """Means of three people's ratings on six criteria, of stories by ten systems for 96 prompts."""
    csv.field_size_limit(10_000_000)
    with (folder / "hanna_metric_scores_llm.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["Model"] != "Human"]
    scores = np.array([[ast.literal_eval(row[name]) for name in CRITERIA] for row in rows], dtype=float).mean(axis=1)
    return Released(scores[:, :, None], [row["Model"] for row in rows], [f"{at:03d}" for at in range(scores.shape[1])])


def macgyver(folder: Path) -> Released:
    """Whether people judged solutions right, of ten systems; several to one problem are a system's responses."""
    results = json.loads((folder / "data" / "Benchmark_results" / "benchmark_results.json").read_text("utf-8"))
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for item, solutions in results.items():
        for each in solutions:
            if each["model"] != "Prolific":
                found[each["model"], item].append(float(each["annotation"].startswith("correct")))
    return _table((model, item, values) for (model, item), values in found.items())


def mctb(folder: Path) -> Released:
    """Scores of the responses of eight models in twelve languages."""
    found: dict[tuple[str, str], list[float]] = {}
    for part in ("0_onlyGoogle", "1_anthropic_openai"):
        path = folder / "results" / f"SDAT_1.{part}_25_words_results.json"
        for language, models in enumerate(json.loads(path.read_text("utf-8"))):
            for model, by_settings in models.items():
                if model != "config":
                    (values,) = by_settings.values()
                    known = [value for value in values if isinstance(value, float)]
                    found[model, f"{language:02d}"] = known
    return _table((model, item, values) for (model, item), values in found.items())


def _table(cells: Iterator[tuple[str, str, list[float]]]) -> Released:
    known = list(cells)
    systems, items = sorted({cell[0] for cell in known}), sorted({cell[1] for cell in known})
    scores = np.full((len(systems), len(items), max(len(values) for _, _, values in known)), np.nan)
    for system, item, values in known:
        scores[systems.index(system), items.index(item), : len(values)] = values
    return Released(scores, systems, items)


if __name__ == "__main__":
    main()
