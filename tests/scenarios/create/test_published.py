"""The pairs of paths in Table 5 of Wadhwa et al. 2026 through the whole command, under the paper's encoder."""

import json
import math

import pytest
from published.benchmarks import create_table
from support.encoders import real_encoder

from helm_creativity.cli import main

pytestmark = pytest.mark.encoders
PAIRS = create_table("Table 5")


def g(x):
    return (1 - math.cos(math.pi * (x / 0.7) ** 2)) / 2 if x < 0.7 else 1.0


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """What ``score create`` says of the pairs, the second path of each being worth 4 and the first 5."""
    encoder = real_encoder("all-MiniLM-L6-v2")
    if encoder is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine")
    folder = tmp_path_factory.mktemp("published")
    records = []
    for first, second, _ in PAIRS:
        paths = [[list(triple) for triple in path] for path in (first, second)]
        (start, *_), (_, relation, end) = paths[0][0], paths[0][-1]
        target = {"entity_a": start.title(), "rel_b": relation, "entity_b": end.title()}
        records.append({**target, "paths": paths, "quality": [5, 4], "factual": [True, True]})
    source = folder / "in.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))

    def by(protocol):
        target = folder / f"{protocol}.jsonl"
        arguments = ["--in", str(source), "--out", str(target), "--embedding", str(encoder)]
        assert main(["score", "create", *arguments, "--protocol", protocol]) == 0
        return [json.loads(line) for line in target.read_text().splitlines()]

    return {protocol: by(protocol) for protocol in ("wadhwa2026", "wadhwa2026_code")}


@pytest.mark.parametrize(("place", "printed"), [(place, x) for place, (*_, x) in enumerate(PAIRS)])
def test_what_two_paths_are_worth(scored, place, printed):
    """5 + .9 · 4 · g, and 5 + 4 · g by the program, for a distance that is printed to two places."""
    low, high = g(printed - 0.0051), g(printed + 0.0051)
    ours, theirs = (scored[protocol][place] for protocol in ("wadhwa2026", "wadhwa2026_code"))
    assert ours["path_faults"] == theirs["path_faults"] == [[], []]
    assert low <= ours["pairwise_distance"] <= high
    assert 5 + 3.6 * low <= ours["score"] <= 5 + 3.6 * high
    assert 5 + 4 * low <= theirs["score"] <= 5 + 4 * high
    assert (ours["greedy_order"], ours["max_quality"], ours["n_paths"]) == ([0, 1], 5, 2)
    assert ours["score"] == pytest.approx(5 + 3.6 * ours["pairwise_distance"])
