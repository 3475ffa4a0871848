"""The pairs of paths in Table 5 of Wadhwa et al. 2026 through the whole command, under the paper's encoder."""

import json
import math

import pytest
from support.encoders import real_encoder

from helm_creativity.cli import main

pytestmark = pytest.mark.encoders
# Two paths each, and the printed cosine distance. Where the first path of a row leads by another relation than the
# second to the same end, as in the second row, that row has no query that both answer.
PAIRS = [
    (
        "george h. w. bush > successor as president to > ronald reagan > spouse > nancy reagan > position held > first "
        "lady of the united states",
        "george h. w. bush > vice president to > ronald reagan > spouse > nancy reagan > position held > first lady of "
        "the united states",
        0.13,
    ),
    (
        "josefa edralin marcos > relative > michael marcos keon > occupation > lawyer",
        "josefa edralin marcos > spouse > ferdinand marcos > legal mentor of > benjamin abalos jr. > occupation > "
        "lawyer",
        0.40,
    ),
    (
        "christopher nolan > sibling > jonathan nolan > spouse > lisa joy",
        "christopher nolan > directed > the dark knight trilogy > screenplay by > jonathan nolan > spouse > lisa joy",
        0.58,
    ),
    (
        "joe spinell > worked with director > martin scorsese > place of birth > new york city > includes borough > "
        "brooklyn",
        "joe spinell > acted in tv movie > she waits > produced by > abc > headquarters in > new york city > includes "
        "borough > brooklyn",
        0.71,
    ),
    (
        "george h. w. bush > associated with > bush family > includes > barbara bush > position held > first lady of "
        "the united states",
        "george h. w. bush > served as > director of central intelligence > advised > hillary clinton > position held "
        "> first lady of the united states",
        0.8,
    ),
]


def path(text):
    parts = text.split(" > ")
    return [parts[i : i + 3] for i in range(0, len(parts) - 2, 2)]


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
        paths = [path(first), path(second)]
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
