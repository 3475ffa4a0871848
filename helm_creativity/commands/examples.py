"""Two lines to copy for each command; its help ends with them."""

from __future__ import annotations

EXAMPLES = {
    "analyse": (
        "helm-creativity analyse demo",
        "helm-creativity analyse demo effects --by instruction",
    ),
    "check": (
        "helm-creativity check dat",
        "helm-creativity check my_benchmark --no-pilot",
    ),
    "cite": (
        "helm-creativity cite dat aut",
        "helm-creativity cite > papers.bib",
    ),
    "doctor": (
        "helm-creativity doctor",
        "helm-creativity doctor core --model my-model --base-url http://localhost:8000/v1",
    ),
    "draw": (
        "helm-creativity draw create --seed 2026-11 --out queries.jsonl",
        "helm-creativity draw create --triples facts.csv --seed 1 --out queries.jsonl",
    ),
    "export": (
        "helm-creativity export demo --out tables",
        "helm-creativity export --out tables --table ratings --format csv",
    ),
    "fetch": (
        "helm-creativity fetch glove-840b",
        "helm-creativity fetch mine --from vectors.txt.gz",
    ),
    "forget": (
        "helm-creativity forget demo --reason empty",
        "helm-creativity forget demo --reason failed --yes",
    ),
    "judges agreement": (
        "helm-creativity judges agreement ratings.csv --judge gpt --rater ann --rater bob",
        "helm-creativity judges agreement labels.csv --judge gpt --rater label --scale classes",
    ),
    "judges calibrate": (
        "helm-creativity judges calibrate ratings.csv",
        "helm-creativity judges calibrate ratings.csv --rater ann --rater bob --item story",
    ),
    "judges evaluate": (
        "helm-creativity judges evaluate --judges openai/gpt-4o --set hanna --sample 200 --dry-run",
        "helm-creativity judges evaluate --judges my-model --base-url http://localhost:8000/v1 --set mine.yaml",
    ),
    "leaderboard": (
        "helm-creativity leaderboard demo",
        "helm-creativity leaderboard --benchmark dat --people norms",
    ),
    "list": (
        "helm-creativity list dat",
        "helm-creativity list files",
    ),
    "new": (
        "helm-creativity new jokes",
        "helm-creativity new pirate_words --like dat",
    ),
    "people import": (
        "helm-creativity people import uses.csv --benchmark aut --dry-run",
        "helm-creativity people import uses.csv --benchmark aut --out people --rating originality=rater1",
    ),
    "people statistics": (
        "helm-creativity people statistics people/",
        "helm-creativity people statistics people/ --out statistics.csv",
    ),
    "plan": (
        "helm-creativity plan core --model openai/gpt-4o-2024-11-20",
        "helm-creativity plan aut --model my-model --judges openai/gpt-4o --price openai/gpt-4o=2.5/10",
    ),
    "report": (
        "helm-creativity report demo",
        "helm-creativity report demo --out demo.html --people norms --responses 3",
    ),
    "run": (
        "helm-creativity run core --model openai/gpt-4o-2024-11-20",
        "helm-creativity run dat aut --model my-model --base-url http://localhost:8000/v1 --judges my-model",
    ),
    "schema": (
        "helm-creativity schema --out schema_creativity.yaml",
        "helm-creativity schema --card --out card.schema.json",
    ),
    "score": (
        "helm-creativity score dat words.csv",
        "helm-creativity score aut uses.csv --judges openai/gpt-4o-2024-11-20 --out rated.csv",
    ),
    "show": (
        "helm-creativity show demo --benchmark aut",
        "helm-creativity show demo --benchmark aut --item brick --out brick.html",
    ),
    "status": (
        "helm-creativity status demo",
        "helm-creativity status --fail-under coverage=.95,scored=.9",
    ),
}
