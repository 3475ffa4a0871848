"""What moves a score stands in its key, and how settings are checked."""

import pytest

from helm_creativity.core.benchmark import all_prompts, comparable_key
from helm_creativity.core.comparability import checksum_of_items, checksum_prompts
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.rubrics import checksum_of_rubrics
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.create.benchmark import FORMS, HERE, ITERATIVE, PROTOCOLS, first_prompt
from helm_creativity.scenarios.create.items import read_own

CREATE = get_benchmark("create")


def settings(**changes):
    return CREATE.settings_type(**{"protocol": "wadhwa2026", "embedding": "builtin", "judges": "a/x+b/y", **changes})


def key(**changes):
    return comparable_key(CREATE, settings(**changes))


def table(folder, name="q.csv", last="engineer"):
    path = folder / name
    path.write_text(f"query,entity_a,rel_b,entity_b\nAda to whom?,Ada Lovelace,occupation,{last}\n")
    return str(path)


def triples(folder, name="g.tsv", last="engineer"):
    path = folder / name
    path.write_text(f"Ada Lovelace\toccupation\t{last}\n")
    return str(path)


def test_everything_that_moves_the_score_is_in_its_key(stops, tmp_path):
    """Each change of it makes another one."""
    keys = [
        key(),
        key(protocol="wadhwa2026_code"),
        *(key(form=form) for form in ("creative", "verbalized", "iterative")),
        *(key(form="resample", responses=n) for n in (2, 3)),
        key(items=table(tmp_path)),
        key(items=table(tmp_path, "r.csv", "poet")),
        key(embedding=stops),
        key(embedding=f"builtin+{stops}"),
        key(judges="a/x"),
        key(design="draw=1"),
        key(judge_temp=0.5),
        key(temp=1),
        key(instruction="creative"),
        key(graph="own"),
        key(graph=triples(tmp_path)),
        key(graph=triples(tmp_path, "r.tsv", "poet")),
    ]
    assert len(set(keys)) == len(keys)


def test_limits_of_tokens_are_provenance():
    """A model that thinks for longer is in the same table."""
    more = settings(max_tokens=32_000, judge_max_tokens=99)
    assert comparable_key(CREATE, more) == key()
    assert more.provenance() == {"max_tokens": "32000", "judge_max_tokens": "99", "anchors": "false"}


def test_what_a_key_says(stops):
    """Full names, checksums, and nothing of what is not asked."""
    chosen = settings(embedding=stops, form="resample", responses=4)
    found = comparable_key(CREATE, chosen)
    for part in (
        "create|protocol:wadhwa2026|",
        f"|prompts:{checksum_prompts(all_prompts(CREATE, chosen))}|",
        "|form:resample|responses:4|",
        f"|items:own/{checksum_of_items([item.fields for item in CREATE.items(chosen)])}|",
        f"|embedding:{stops}@",
        "|judges:a/x+b/y|design:all|judge_temp:0|",
        f"|rubric:{checksum_of_rubrics(CREATE.rubrics(chosen))}|card:2",
    ):
        assert part in found
    assert "responses" not in key()


def test_queries_of_one_content_have_one_key(tmp_path):
    """Wherever the file lies; the key has its name, and not its folder."""
    (tmp_path / "x").mkdir()
    first, again = (key(items=table(folder)) for folder in (tmp_path, tmp_path / "x"))
    assert first == again
    assert str(tmp_path) not in first


def test_a_graph_stands_in_the_key_by_its_triples(tmp_path):
    """Not by its folder, its rows' order or their spelling; without one, the key is as it was before there were any."""
    (tmp_path / "x").mkdir()
    (again := tmp_path / "x" / "g.tsv").write_text(
        "# mine\nhead\trelation\ttail\nada  lovelace\tOccupation\tengineer\n"
    )
    assert key(graph=triples(tmp_path)) == key(graph=str(again))
    assert str(tmp_path) not in key(graph=str(again))
    assert "graph" not in key()
    assert "|graph:own@" in key(graph="own")


@pytest.mark.parametrize(("graph", "why"), [("mine", "got 'mine'"), ("gone.tsv", "but there is no such file")])
def test_graphs_that_are_not_there(graph, why):
    """By what is allowed."""
    with pytest.raises(BadArguments, match=rf"graph must be none, own, or a file of triples .*{why}"):
        CREATE.settings(graph=graph, embedding="builtin", judges="a/x")


def test_the_prompts_of_a_run():
    """One for each query; iterative has the second turn too, and resample asks what original does."""
    n = len(read_own())
    found = {form: checksum_prompts(all_prompts(CREATE, settings(form=form))) for form in FORMS}
    assert found["original"] == found["resample"] != found["iterative"]
    assert len(set(found.values())) == len(FORMS) - 1
    assert [found[form].partition("@")[0] for form in FORMS] == [str(n), str(n), str(n), str(n + 1), str(n)]
    assert found["creative"] == checksum_prompts(
        first_prompt("creative", query.target, query.query) for query in read_own()
    )
    assert found["iterative"] == checksum_prompts(
        [
            *(first_prompt("original", query.target, query.query) for query in read_own()),
            render(HERE, ITERATIVE, query="QUERY"),
        ]
    )


def test_judges_are_asked_two_questions():
    """The same texts under both protocols, whose replies are read differently."""
    by_paper, by_program = (CREATE.rubrics(settings(protocol=protocol)) for protocol in PROTOCOLS)
    assert [rubric.forms() for rubric in by_paper] == [rubric.forms() for rubric in by_program]
    assert checksum_of_rubrics(by_paper).startswith("2@sha256:")
    assert [[rubric.name for rubric in protocol.rubrics] for protocol in PROTOCOLS.values()] == [
        ["specificity", "factuality"],
        ["specificity", "factuality_by_program"],
    ]


def test_how_many_responses_are_pooled():
    """Three, or as many as resample is to have."""
    assert settings(form="resample").pooled == 3
    assert [settings(form="resample", responses=n).pooled for n in (2, 100)] == [2, 100]
    assert {settings(form=form).pooled for form in FORMS if form != "resample"} == {1}


@pytest.mark.parametrize("responses", [1, 0, -2, 101, True, 2.0, "3", None])
def test_responses_that_cannot_be(responses):
    """By what is allowed."""
    with pytest.raises(BadArguments, match="responses must be a whole number from 2 to 100, got"):
        CREATE.settings(form="resample", responses=responses, embedding="builtin", judges="a/x")


@pytest.mark.parametrize("form", [form for form in FORMS if form != "resample"])
def test_responses_without_effect(form):
    """A number that nothing pools is refused."""
    with pytest.raises(BadArguments, match=f"responses is for form=resample, got it with form={form}"):
        CREATE.settings(form=form, responses=4, embedding="builtin", judges="a/x")
