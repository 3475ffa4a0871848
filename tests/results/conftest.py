"""A judged suite of HELM's own making."""

import csv

import pytest
from support import helm
from support.suite import BASELINES

from helm_creativity.results import norms

ENTRY = (
    "creativity_live_idea_bench:prompts=own,judges=creativity/lexical-judge,design=all,max_eval_instances=3,model=text"
)


@pytest.fixture(scope="session")
def judged(tmp_path_factory):
    """Both baselines' ideas for three keywords, two each, rated by the judge without a model."""
    folder = tmp_path_factory.mktemp("judged")
    helm.run(folder, [ENTRY], models=BASELINES)
    return folder


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A file of both baselines on two benchmarks; on the second the random nouns do not pass the gate."""
    stats = ["score", "score_se", "low", "high", "valid_rate", "gate_p_value", "gate_difference"]
    rows = [
        ["creativity_dat", "creativity/random-nouns", "dat|a", 12, 5, 0.5, 4, 6.1, 1, "", ""],
        ["creativity_dat", "creativity/greedy", "dat|a", 12, 90, 1, "", "", 1, "", ""],
        ["creativity_cdat", "creativity/greedy", "cdat|b", 12, 6, 1, "", "", 1, 1e-9, 1],
        ["creativity_cdat", "creativity/random-nouns", "cdat|b", 12, 80, 1, "", "", 1, 0.7, 0.1],
    ]
    monkeypatch.setattr(norms, "FILE", written := tmp_path / "shipped.csv")
    with written.open("w", newline="") as opened:
        csv.writer(opened).writerows([[*norms.KEY, *stats], *rows])
