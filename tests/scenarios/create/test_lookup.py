"""Facts that are looked up before judges are asked."""

from dataclasses import replace

import pytest
from support import given
from support.create import labelled, row, sized, stated, via

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import AskJudges, Trial, drive, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.create.graph import read_graph
from helm_creativity.scenarios.create.paths import Triple

CREATE = get_benchmark("create")
KNOWN = [("ADA  Lovelace", "knows", "alder"), ("alder", "occupation", "engineer"), ("Ada Lovelace", "knows", "birch")]


@pytest.fixture
def graph(tmp_path):
    """A file of three facts, spelt in another way than the responses do."""
    path = tmp_path / "facts.tsv"
    path.write_text("".join("\t".join(triple) + "\n" for triple in KNOWN))
    return str(path)


def settings(graph, **more):
    values = {"embedding": "builtin", **more}
    return replace(parse_settings(CREATE, values, asked=False), graph=graph, judges="x/one+x/two")


def asked(paths, graph, **more):
    """What judges are asked about a response: the rubric and its triples."""
    steps = []

    def reply(step):
        assert isinstance(step, AskJudges)
        steps.append((step.rubric.name, step.about, step.variables["triples"]))
        return missing(step)

    chosen = settings(graph, **more)
    drive(CREATE.follow_up(Trial(row(stated(*paths))), chosen), reply)
    return steps


@pytest.mark.parametrize("protocol", ["wadhwa2026", "wadhwa2026_code"])
def test_judges_label_only_what_is_not_looked_up(graph, protocol):
    """Of the first path nothing, of the second its last triple, of the third all; specificity always of all."""
    factuality = "factuality" if protocol == "wadhwa2026" else "factuality_by_program"
    found = asked([via("alder"), via("birch"), via("cedar")], graph, protocol=protocol)
    assert [(name, about, len(triples)) for name, about, triples in found] == [
        ("specificity", "#1", 2),
        ("specificity", "#2", 2),
        (factuality, "#2", 1),
        ("specificity", "#3", 2),
        (factuality, "#3", 2),
    ]
    assert found[2][2] == ["[('birch', 'occupation', 'engineer')]"]
    assert len(asked([via("alder"), via("birch"), via("cedar")], "none", protocol=protocol)) == 6


def test_a_direction_a_qualifier_and_a_false_triple_are_not_looked_up(graph):
    """Nor is what stands there under another relation."""
    facts = read_graph(graph)
    assert facts.holds(Triple("ada lovelace", "Knows", "Alder"))
    for wrong in [
        Triple("alder", "knows", "Ada Lovelace"),
        Triple("Ada Lovelace (poet)", "knows", "alder"),
        Triple("Ada Lovelace", "child", "alder"),
        Triple("Ada Lovelace", "occupation", "engineer"),
    ]:
        assert not facts.holds(wrong)
    assert not read_graph("own").holds(Triple("Marie Curie", "place of birth", "Paris"))
    assert read_graph("own").holds(Triple("marie curie", "place of birth", "warsaw"))


def judged(paths, replies, graph):
    chosen = settings(graph)
    sample = row(paths, replies)
    return given.scored(CREATE, chosen, [sample], CREATE.scorer(chosen))


def test_what_is_looked_up_is_a_fact_whatever_else_is_said(graph):
    """The first path needs no label; of the second the judges' labels are about its last triple alone."""
    sizes = [sized(judge, place, (5, 5)) for place in (1, 2, 3) for judge in ("x/one", "x/two")]
    labels = [
        *(labelled(judge, 2, (label,)) for judge, label in (("x/one", 1), ("x/two", 0))),
        *(labelled(judge, 3, (1, 1)) for judge in ("x/one", "x/two")),
    ]
    found = judged([via("alder"), via("birch"), via("cedar")], [*sizes, *labels], graph)
    first, second, third = found.replayed[0].found.paths
    assert (first.factual_share, first.labels) == (1, ((1, 1),))
    assert (second.factual_share, second.labels) == (0.5, ((1, 1), (1, 0)))
    assert (third.factual_share, third.quality()) == (1, 5)
    (score,) = found.scores
    assert score.submetrics["graph_rate"] == 3 / 6
    assert score.submetrics["n_paths"] == 2
