"""How like the responses of different models are: the numbers, and what is said of suites."""

import pytest
from support.hivemind import cosine, write_run

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.loading import read_suite
from helm_creativity.scenarios.hivemind.comparison import MOST

EAST = {"p": ["east", "east"], "q": ["east", "north"]}
NORTH = {"p": ["north", "east"], "q": ["north", "north"]}


def analysed(folder, draws=1000, **options):
    """The tables about the suite of a folder."""
    return read_suite([str(folder)], folder, draws=draws).analyse("homogeneity", **options)


def by(tables, name, key):
    """The rows of a table by a value of theirs."""
    return {row[key]: row for row in tables[name].records()}


@pytest.fixture
def suite(tmp_path):
    """Two models and a baseline."""
    folder = tmp_path / "runs" / "s"
    write_run(folder, "a/east", EAST)
    write_run(folder, "b/north", NORTH)
    write_run(folder, "creativity/greedy", {"p": ["west", "west"], "q": ["west", "west"]})
    return folder


def test_what_the_responses_have_in_common(suite):
    """Over prompts, worked by hand; the runs most like others first, which the matrix and the pairs have too."""
    found = analysed(suite)
    means, runs = by(found, "means", "mean"), by(found, "runs", "model")
    # p: east, east and north, east: (0 + 1) / 2; q: east, north and north, north: (0 + 1) / 2.
    assert means["between models"]["value"] == pytest.approx(0.5)
    # a: p 1, q 0; b: p 0, q 1.
    assert means["within models"]["value"] == pytest.approx(0.5)
    facts = found["runs"].facts
    assert (facts["benchmark"], facts["prompts_asked"]) == ("creativity_hivemind", 2)
    assert "|baselines:not counted|draws:1000|seed:0|" in facts["comparable_settings"]
    assert runs["creativity/greedy"]["baseline"]
    assert not runs["creativity/greedy"]["counted"]
    # west to east -1 and to north 0: over a -3/4, over b -1/4.
    assert runs["creativity/greedy"]["to_others"] == pytest.approx(-0.5)
    assert runs["a/east"]["to_others"] == pytest.approx(0.5)
    assert runs["a/east"]["equal_to_others"] == pytest.approx(0.5)
    assert list(runs) == ["a/east", "b/north", "creativity/greedy"]
    pairs = {(row["model"], row["other_model"]): row for row in found["pairs"].records()}
    assert len(pairs) == 6
    assert [row["3"] for row in found["matrix"].records()] == pytest.approx([-0.75, -0.25, 1.0])
    assert pairs["a/east", "creativity/greedy"]["similarity"] == pytest.approx(-0.75)
    # With the baseline: (1/2 - 3/4 - 1/4) / 3.
    with_baseline = by(analysed(suite, baselines=True), "means", "mean")
    assert with_baseline["between models"]["value"] == pytest.approx(-1 / 6)


def test_only_runs_with_the_same_prompts_are_compared(suite):
    """Those of most models; who was asked others is named, and who cannot be read."""
    write_run(suite, "c/few", {"p": ["east"]})
    write_run(suite, "d/none", {"p": ["", "!east"], "q": [""]})
    write_run(suite, "e/lost", EAST)
    (suite / "creativity_hivemind:model=e_lost" / "scenario_state.json").write_text("{")
    found = analysed(suite)
    assert set(by(found, "runs", "model")) == {"a/east", "b/north", "creativity/greedy"}
    lost, *others = sorted(found.notes[:3], key=lambda note: "e_lost" not in note)
    assert "e_lost: cannot read its responses" in lost
    assert sorted(others) == [
        "left out: creativity_hivemind:model=c_few: asked 1 prompts, 1 of the 2 here",
        "left out: creativity_hivemind:model=d_none: none of its 3 responses can be used",
    ]


def test_most_language_models_decide_which_prompts_are_compared(suite):
    """Neither most prompts, nor most runs of a model, nor baselines."""
    write_run(suite, "a/east", NORTH, name="creativity_hivemind:temp=0,model=a_east", adapter={"temperature": 0.0})
    write_run(suite, "creativity/random", {"p": ["east", "west"], "q": ["south", "west"]})
    for model in "cde":
        write_run(suite, f"{model}/one", {"p": ["east", "north"]})
    found = analysed(suite)
    assert (list(by(found, "runs", "model")), found[0].facts["prompts_asked"]) == (["c/one", "d/one", "e/one"], 1)
    left_out = [note for note in found.notes if note.startswith("left out")]
    assert [note.partition(": asked ")[2] for note in left_out] == ["2 prompts, 1 of the 1 here"] * 5


def test_one_model_under_two_embeddings_counts_once(suite):
    """Its responses are the same; another temperature makes others."""
    write_run(suite, "a/east", EAST, name="creativity_hivemind:embedding=builtin,model=a_east", embedding="builtin")
    write_run(suite, "a/east", NORTH, name="creativity_hivemind:temp=0,model=a_east", adapter={"temperature": 0.0})
    with pytest.raises(BadArguments, match=r"several embeddings \(builtin, compass\).*option embedding"):
        analysed(suite)
    found = analysed(suite, embedding="compass")
    assert [row["model"] for row in found["runs"].records()].count("a/east") == 2
    assert found.notes[0].startswith("left out: creativity_hivemind:model=a_east: the same responses as creativity_hi")
    # The pair of the model's two runs is none of models: EAST with b 1/2, NORTH with b (1/2 + 1) / 2 = 3/4.
    assert by(found, "means", "mean")["between models"]["value"] == pytest.approx(5 / 8)


def test_responses_to_another_benchmark_are_compared_as_well(suite):
    """With no word that is known they are left out; a prompt without a pair has no similarity."""
    write_run(suite, "a/x", {"p": ["east"], "q": ["zzzz"]}, group="creativity_dat")
    write_run(suite, "b/x", {"p": ["northeast"], "q": ["north"]}, group="creativity_dat")
    found = analysed(suite, benchmark="dat", embedding="compass")
    runs = by(found, "runs", "model")
    assert runs["a/x"]["to_others"] == pytest.approx(cosine("east", "northeast"))
    assert runs["a/x"]["within"] is None
    assert (runs["a/x"]["answers"], runs["a/x"]["used"], runs["b/x"]["used"]) == (2, 1, 2)
    assert found.notes[0] == "left out: 1 response without any word that compass knows"


def test_a_matrix_that_is_too_wide_is_left_to_the_pairs(tmp_path):
    """Every pair is there."""
    folder = tmp_path / "runs" / "s"
    names = []
    for number in range(MOST + 1):
        write_run(folder, f"m/{number}", {"p": ["east"]})
        names += [[table.name for table in analysed(folder, draws=100)]] if number >= MOST - 1 else []
    assert names == [["runs", "means", "matrix", "pairs"], ["runs", "means", "pairs"]]
    found = analysed(folder, draws=100)
    assert len(found["pairs"].rows) == (MOST + 1) * (MOST + 2) / 2
    assert any(f"the matrix of {MOST + 1} runs is too wide" in note for note in found.notes)


def test_one_run_is_nothing_to_compare(tmp_path):
    """It says what was left out; and a benchmark without a run is none."""
    folder = tmp_path / "runs" / "s"
    write_run(folder, "a/x", EAST)
    write_run(folder, "b/x", {"p": [""], "q": [""]})
    with pytest.raises(NothingToSay, match=r"have 1; run other models with the same arguments; left out: .*b_x: none"):
        analysed(folder)
    with pytest.raises(NothingToSay, match="no run of these suites that can be read is one of creativity_dat"):
        analysed(folder, benchmark="dat")
    with pytest.raises(BadArguments, match=r"there is no benchmark 'hivemnd'.*did you mean 'hivemind'"):
        analysed(folder, benchmark="hivemnd")
