"""How like the answers of different models are: the numbers, and the command over suites."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import command as commands
from support.hivemind import write_angles, write_run

from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.core.loading import get_benchmark
from helm_creativity.embeddings.fetching import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.hivemind.measure import PromptSimilarity, homogeneity, prompt_similarity

seeds = st.integers(0, 2**32 - 1)
EAST = {"p": ["east", "east"], "q": ["east", "north"]}
NORTH = {"p": ["north", "east"], "q": ["north", "north"]}


@pytest.fixture(scope="session", autouse=True)
def _angles(home, tmp_path_factory):
    fetch_embedding("compass", origin=write_angles(tmp_path_factory.mktemp("compass") / "angles.txt"))


def command(folder, *options, stderr=None):
    """What is printed; ``stderr`` gets what is printed beside it."""
    return commands.run("across", "hivemind", folder, *options, stderr=stderr).text


def data(folder, *options, stderr=None):
    """The tables by name: facts and means of all, rows of each."""
    pairs = folder.parent / "pairs.jsonl"
    options = ("--format", "json", "--pairs", pairs, *options)
    tables = {table["name"]: table for table in json.loads(command(folder, *options, stderr=stderr))}
    means = {row.pop("mean"): row for row in tables["means"]["rows"]}
    return {
        **tables["runs"]["facts"],
        "runs": tables["runs"]["rows"],
        "pairs": [json.loads(line) for line in pairs.read_text("utf-8").splitlines()],
        "between": means["between models"],
        "within": means["within models"],
    }


def pair_by_pair(answers, vectors):
    """The definition: of every pair of runs the mean over their pairs of answers, none paired with itself."""
    runs = range(len(answers))
    found = np.full((len(runs), len(runs)), np.nan)
    for a, b in itertools.product(runs, runs):
        some = [
            (i, j)
            for (x, i), (y, j) in itertools.product(enumerate(answers[a]), enumerate(answers[b]))
            if a != b or x != y
        ]
        if some:
            found[a, b] = np.mean(
                [vectors[i] @ vectors[j] / np.linalg.norm(vectors[i]) / np.linalg.norm(vectors[j]) for i, j in some]
            )
    return found


@given(seeds, st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=2, max_size=4))
def test_cells_agree_with_the_definition_pair_by_pair(seed, answers):
    """Also for runs without an answer, or with one."""
    vectors = np.random.default_rng(seed).normal(size=(5, 3))
    times = np.array([[answer.count(text) for text in range(5)] for answer in answers])
    found = prompt_similarity(times, vectors, range(5))
    np.testing.assert_allclose(found.similarity, pair_by_pair(answers, vectors), atol=1e-9)
    np.testing.assert_allclose(found.identical, pair_by_pair(answers, np.eye(5)), atol=1e-9)


def test_texts_of_one_key_are_equal_and_not_nearer():
    """Dress moves the vector and not the share of equal pairs."""
    found = prompt_similarity(np.array([[1, 0], [0, 1]]), np.eye(2), ["moon", "moon"])
    assert found.similarity[0, 1] == 0
    assert found.identical[0, 1] == 1


def cells(*similarities):
    """Of prompts, whose shares of equal pairs are 0."""
    return [
        PromptSimilarity(np.array(similarity, float), np.zeros(np.shape(similarity))) for similarity in similarities
    ]


def summed(some, models, counts=None):
    counts = np.ones(len(models), bool) if counts is None else np.array(counts)
    return homogeneity(some, models, counts, 200, np.random.default_rng(0))


def test_means_over_models_worked_by_hand():
    """Two runs of one model are no pair of models, and who does not count has a row all the same."""
    # Between a1-b: .4, a2-b: .6, a1-a2 left out, x not counted. Within: (.9 + .8 + .7) / 3.
    one = [[0.9, 0.95, 0.4, 0.1], [0.95, 0.8, 0.6, 0.1], [0.4, 0.6, 0.7, 0.1], [0.1, 0.1, 0.1, 0.2]]
    found = summed(cells(one, one), ["a", "a", "b", "x"], [True, True, True, False])
    assert found.between.value == pytest.approx(0.5)
    assert found.within.value == pytest.approx(0.8)
    assert found.difference.value == pytest.approx(0.3)
    assert [other.value for other in found.others] == pytest.approx([0.4, 0.6, 0.5, 0.1])
    # All prompts alike: nothing moves.
    assert found.between[1:] == pytest.approx((0.5, 0.5))


def test_a_cell_is_the_mean_over_the_prompts_that_have_it():
    """And says how many they are."""
    nan = np.nan
    found = summed(cells([[nan, 0.2], [0.2, 0.5]], [[0.4, 0.6], [0.6, nan]]), ["a", "b"])
    assert found.similarity.tolist() == [[0.4, 0.4], [0.4, 0.5]]
    assert found.prompts.tolist() == [[1, 2], [2, 1]]


@given(seeds)
def test_intervals_draw_the_same_prompts_for_all_cells(seed):
    """The difference of two cells that move together does not move; both are inside their intervals."""
    rng = np.random.default_rng(seed)
    level = rng.uniform(0.2, 0.6, size=12)
    found = summed(cells(*([[value + 0.2, value], [value, value + 0.2]] for value in level)), ["a", "b"])
    assert found.difference == pytest.approx((0.2, 0.2, 0.2))
    assert found.between.low < level.mean() < found.between.high
    assert found.low[0, 1] == pytest.approx(found.between.low)


@pytest.fixture
def suite(tmp_path):
    """Two models and a baseline."""
    folder = tmp_path / "runs" / "s"
    write_run(folder, "a/east", EAST)
    write_run(folder, "b/north", NORTH)
    write_run(folder, "creativity/greedy", {"p": ["west", "west"], "q": ["west", "west"]})
    return folder


def test_the_command_says_what_the_answers_have_in_common(suite):
    """Over prompts, worked by hand."""
    found = data(suite)
    # p: east, east and north, east: (0 + 1) / 2; q: east, north and north, north: (0 + 1) / 2.
    assert found["between"]["value"] == pytest.approx(0.5)
    # a: p 1, q 0; b: p 0, q 1.
    assert found["within"]["value"] == pytest.approx(0.5)
    assert (found["benchmark"], found["prompts_asked"]) == ("creativity_hivemind", 2)
    runs = {run["model"]: run for run in found["runs"]}
    assert runs["creativity/greedy"]["baseline"]
    assert not runs["creativity/greedy"]["counted"]
    # west to east -1 and to north 0: over a -3/4, over b -1/4.
    assert runs["creativity/greedy"]["to_others"] == pytest.approx(-0.5)
    assert runs["a/east"]["to_others"] == pytest.approx(0.5)
    assert runs["a/east"]["equal_to_others"] == pytest.approx(0.5)
    assert len(found["pairs"]) == 6
    assert "|baselines:not counted|draws:1000|seed:0|" in found["comparable_settings"]


def test_within_is_the_score_of_the_benchmark(suite):
    """100 times its complement, the same answers scored by the benchmark."""
    benchmark = get_benchmark("hivemind")
    settings = benchmark.settings_type(protocol="jiang2025", embedding="compass")
    samples = [
        sample_in_row(benchmark, {"prompt": prompt, "response": text}, settings)
        for prompt, texts in NORTH.items()
        for text in texts
    ]
    scorer = benchmark.scorer(settings)
    score = scorer.score_run(samples, scorer.score(samples))["score"]
    runs = {run["model"]: run for run in data(suite)["runs"]}
    assert 100 * (1 - runs["b/north"]["within"]) == pytest.approx(score)


def test_only_runs_with_the_same_prompts_are_compared(suite):
    """Those of most models; who was asked others is named."""
    stderr = []
    write_run(suite, "c/few", {"p": ["east"]})
    write_run(suite, "d/none", {"p": ["", "!east"], "q": [""]})
    assert {run["model"] for run in data(suite, stderr=stderr)["runs"]} == {"a/east", "b/north", "creativity/greedy"}
    assert sorted(stderr) == [
        "left out: creativity_hivemind:model=c_few: asked 1 prompts, 1 of the 2 here",
        "left out: creativity_hivemind:model=d_none: none of its 3 answers can be used",
    ]


def test_most_language_models_decide_which_prompts_are_compared(suite):
    """Neither most prompts, nor most runs of a model, nor baselines."""
    stderr = []
    write_run(suite, "a/east", NORTH, name="creativity_hivemind:temp=0,model=a_east", adapter={"temperature": 0.0})
    write_run(suite, "creativity/random", {"p": ["east", "west"], "q": ["south", "west"]})
    for model in "cde":
        write_run(suite, f"{model}/one", {"p": ["east", "north"]})
    found = data(suite, stderr=stderr)
    assert ([run["model"] for run in found["runs"]], found["prompts_asked"]) == (["c/one", "d/one", "e/one"], 1)
    assert len(stderr) == 5
    assert {line.partition(": asked ")[2] for line in stderr} == {"2 prompts, 1 of the 1 here"}


def test_one_model_under_two_embeddings_counts_once(suite):
    """Its answers are the same; another temperature makes others."""
    stderr = []
    write_run(suite, "a/east", EAST, name="creativity_hivemind:embedding=builtin,model=a_east", embedding="builtin")
    write_run(suite, "a/east", NORTH, name="creativity_hivemind:temp=0,model=a_east", adapter={"temperature": 0.0})
    with pytest.raises(BadArguments, match=r"several embeddings \(builtin, compass\).*--embedding"):
        command(suite)
    found = data(suite, "--embedding", "compass", stderr=stderr)
    assert [run["model"] for run in found["runs"]].count("a/east") == 2
    assert stderr == [
        "left out: creativity_hivemind:model=a_east: the same answers as "
        "creativity_hivemind:embedding=builtin,model=a_east"
    ]
    # The pair of the model's two runs is none of models: EAST with b 1/2, NORTH with b (1/2 + 1) / 2 = 3/4.
    assert found["between"]["value"] == pytest.approx(5 / 8)
