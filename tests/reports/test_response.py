"""Responses to read below a leaderboard: which they are, and how they are shown; and the list of items."""

import re
from types import SimpleNamespace

import pytest
from support.folders import entry
from support.judged import judge_reply, write_run
from support.pages import Tree
from support.readable import response, written

from helm_creativity.errors import NothingToSay
from helm_creativity.reports import response as page
from helm_creativity.results.loading import read_suite
from helm_creativity.results.responses import ListedItem, choose_responses, chosen_responses

HOSTILE = "\x1b[31m\u202e<script>alert(1)</script><img src=http://x.example/a>\n  two\u200b" + "W" * 400
STRAY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e]")
TEXTS = {f"i{n}": f"idea {n}" for n in (1, 2, 3, 10)}
UNSAID = "does not say which score belongs to which response"


@pytest.fixture
def suite(tmp_path):
    return tmp_path / "runs" / "s"


def to_read(tmp_path, every=False):
    """The responses below the leaderboard of the only column, in the order of the scores."""
    suite = read_suite(["s"], tmp_path)
    order = [suite.models[row] for row in (-suite.scores[:, 0]).argsort()]
    return page.responses_to_read(suite, 0, order, "c", every)


@pytest.mark.parametrize(
    ("scores", "lower", "chosen"),
    [
        ({}, False, {}),
        ({"a": 1}, False, {"a": ("the only score",)}),
        ({"a": 1, "b": 2}, False, {"b": ("best",), "a": ("median", "worst")}),
        ({"a": 1, "b": 2, "c": 9}, True, {"a": ("best",), "b": ("median",), "c": ("worst",)}),
        ({"i10": 5, "i9": 5, "i2": 1, "i1": 1, "x": 3}, False, {"i9": ("best",), "x": ("median",), "i1": ("worst",)}),
        ({"i10": 2, "i9": 2, "i8": 2}, True, {"i8": ("best", "median", "worst")}),
        ({("a", 2): 1, ("a", 1): 1, "b": 0}, False, {("a", 1): ("best", "median"), "b": ("worst",)}),
    ],
)
def test_best_median_and_worst_are_chosen_with_ties_by_item_and_trial(scores, lower, chosen):
    scores, chosen = (
        {key if isinstance(key, tuple) else (key, 0): of for key, of in given.items()} for given in (scores, chosen)
    )
    assert choose_responses(scores, lower) == chosen == choose_responses(dict(reversed(scores.items())), lower)


def test_each_model_has_its_best_median_and_worst_response_and_one_without_a_score(suite, tmp_path):
    reply = judge_reply("j/one", originality=7, feasibility="unparsable")
    written(suite, "a/x", {**TEXTS, "i4": ""}, {"i1": 5.0, "i2": 9.0, "i3": 1.0, "i10": 4.0, "i4": None}, reply)
    found = to_read(tmp_path)
    assert found.links == {"a/x": "c-responses-1"}
    assert '<details id="c-responses-1">' in found.html
    titles = [(label.split(":")[0], which) for label, which in re.findall("<h5>(.*?) <small>(.*?)</small>", found.html)]
    assert titles == [("Best", "item i2"), ("Median", "item i10"), ("Worst", "item i3"), ("No score", "item i4")]
    text = Tree(found.html).text
    assert "5 responses to 5 items, 5 different, 1 without a score" in text
    assert "idea 2" in text
    assert "idea 1 " not in text, "it is neither best, median nor worst"
    assert "originality 7 feasibility missing: unparsable so be it" in text
    assert text.count("What is new?") == 1, "a prompt that several responses share is printed once"


def test_the_best_and_the_worst_of_a_benchmark_are_those_of_language_models(suite, tmp_path):
    """Whoever wrote them; what judges replied is apart from prompt and response."""
    scores = {"a/x": (5, 9, 3, 4), "a/y": (5, 8, 1, 4), "creativity/greedy": (0, 99, 1, 4)}
    for model, its in scores.items():
        written(suite, model, TEXTS, dict(zip(TEXTS, map(float, its), strict=True)), judge_reply("j", originality=7))
    extremes = page.extremes_to_read(read_suite(["s"], tmp_path), 0)
    assert [(shown["model"], shown["label"], shown["which"]) for shown in extremes] == [
        ("a/x", "Best: 9.00", "item i2"),
        ("a/y", "Worst: 1.00", "item i3"),
    ]
    assert [section.title for section in extremes[0]["sections"]] == ["Prompt", "Response"]
    assert "originality" in [name for section in extremes[0]["judged"] for name, _ in section.rows]


def test_equal_texts_are_counted(suite, tmp_path):
    """Ten trials of one item with two texts are two different responses."""
    texts = ["a net" if trial % 3 else " a sieve\n" for trial in range(10)]
    entries = [entry("fog", 0, score=1.6)]
    entries += [entry("fog", trial + 1, score=2.0 if trial % 3 else 1.0) for trial in range(10)]
    states = [response("fog", text, trial=trial) for trial, text in enumerate(texts)]
    write_run(suite, "a/x", states, entries=entries, stats={"score": 1.6, "num_answers": 10.0, "num_instances": 1.0})
    html = to_read(tmp_path).html
    assert "10 responses, 2 different" in Tree(html).text
    assert re.findall(r"<h5>(.*?): [\d.]+ <small>(.*?)</small>", html) == [
        ("Best and median", "item fog, trial 1 (of 10 trials)"),
        ("Worst", "item fog, trial 0 (of 10 trials)"),
    ]


def test_what_models_and_judges_wrote_is_escaped_and_long_texts_are_folded(suite, tmp_path):
    """Line breaks and spaces stay; invisible signs are shown as escapes; what is left out is counted."""
    long = "a word " * 3_000
    reply = judge_reply(HOSTILE, rubric=HOSTILE, originality="unparsable")
    written(suite, "a/<b>\x1b", {"i1": HOSTILE, "i2": long}, {"i1": 1.0, "i2": 2.0}, reply, arguments="x")
    html = to_read(tmp_path).html
    assert not STRAY.search(html)
    for shown in (r"<bdi>a/&lt;b&gt;\u001b</bdi>", r"\u001b[31m\u202e&lt;script&gt;", "\n  two\\u200bWWW"):
        assert shown in html
    assert not {"img", "script"} & set(Tree(html).tags)
    assert f"{len(long) - page.MOST:,} more characters are not on this page" in html
    folded = re.search(r"<details><summary>([\d,]+) more characters</summary>(?:(?:a|word) )+", html)
    assert page.MOST - page.OPEN <= int(folded[1].replace(",", "")) <= page.MOST - page.OPEN / 2


def test_the_first_models_are_shown_and_the_others_counted(suite, tmp_path, monkeypatch):
    monkeypatch.setattr(page, "MOST_MODELS", 2)
    models = [f"a/m{n}" for n in range(5)]
    for n, model in enumerate(models):
        written(suite, model, TEXTS, {item: 10.0 - n + i / 10 for i, item in enumerate(TEXTS)})
    few, every = (to_read(tmp_path, every).html for every in (False, True))
    assert [re.findall(r"<summary><bdi>(.*?)</bdi>", html) for html in (few, every)] == [models[:2], models]
    assert "Responses of 3 more models are left out" in few
    assert "helm-creativity show SUITE --benchmark live_idea_bench" in few


def test_responses_that_cannot_be_read_cost_one_sentence(suite, tmp_path):
    folders = [written(suite, f"a/m{n}", TEXTS, dict.fromkeys(TEXTS, 1.0 + n)) for n in range(3)]
    (folders[0] / "scenario_state.json").unlink()
    (folders[1] / "scenario_state.json").write_text('{"states_of_a_later_version": []}')
    text = Tree(to_read(tmp_path).html).text
    assert "those of a/m1, a/m0 (scenario_state.json is missing, damaged, or of another version of HELM)" in text
    assert str(tmp_path) not in text
    for folder in folders[1:]:
        (folder / "scenario_state.json").unlink()
    found = to_read(tmp_path)
    assert (found.html, found.links, [*found.unread.values()]) == ("", {}, [["a/m2", "a/m1", "a/m0"]])


def test_scores_of_items_are_not_taken_for_scores_of_responses(suite, tmp_path):
    """A mean over trials that were not kept one by one says nothing of any of them."""
    states = [response("fog", f"a net {trial}", trial=trial) for trial in range(3)]
    stats = {"score": 2.0, "num_answers": 3.0, "num_instances": 1.0}
    write_run(suite, "a/x", states, entries=[entry("fog", 0, score=2.0)], stats=stats)
    loaded = read_suite(["s"], tmp_path)
    with pytest.raises(NothingToSay, match=UNSAID):
        page.extremes_to_read(loaded, 0)
    with pytest.raises(NothingToSay, match=UNSAID):
        chosen_responses(loaded.runs[0])
    (loaded.runs[0].folder / "per_instance_stats.json").write_text("[")
    with pytest.raises(NothingToSay, match="json is missing, damaged"):
        chosen_responses(loaded.runs[0])


def test_runs_of_one_model_are_told_apart_by_what_they_do_not_share():
    """One whose settings another one has too, and more, is named by its model alone; so is what prompts share."""
    given = [("temp=1", "a/x"), ("instruction=verbalized,temp=1", "a/x"), ("temp=1", "b/y")]
    given += [("temp=1,max_tokens=9", "a/x")]
    dat = {"group": "creativity_dat"}
    runs = [
        SimpleNamespace(name=f"creativity_dat:{settings},model={model.replace('/', '_')}", model=model, **dat)
        for settings, model in given
    ]
    prompts = ("Think of a cat", "Think of a " + "x" * 200)
    table = page.items_table(runs, [ListedItem("i", prompt, (1.0, 2.0, None, 4.0)) for prompt in prompts])
    long = "… " + "x" * (page.LONGEST_BEGINNING - 3) + "…"
    assert [row["prompt"] for row in table.records()] == ["… cat", long]
    names = ["a/x", "a/x instruction=verbalized", "b/y", "a/x max_tokens=9"]
    assert [column.title for column in table.columns] == ["item", "prompt", *names]
    assert [table.records()[0][name] for name in names] == [1.0, 2.0, None, 4.0]
