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


@pytest.fixture
def suite(tmp_path):
    return tmp_path / "runs" / "s"


def to_read(tmp_path, every=False):
    """The responses below the leaderboard of the only column, in the order of the scores."""
    suite = read_suite(["s"], tmp_path)
    order = [suite.models[row] for row in (-suite.scores[:, 0]).argsort()]
    return page.responses_to_read(suite, 0, order, "c", every)


TEXTS = {f"i{n}": f"idea {n}" for n in (1, 2, 3, 10)}


@pytest.mark.parametrize(
    ("scores", "lower", "chosen"),
    [
        ({}, False, {}),
        ({"a": 1}, False, {"a": ("the only score",)}),
        ({"a": 1, "b": 2}, False, {"b": ("best",), "a": ("median", "worst")}),
        ({"a": 1, "b": 2, "c": 9}, True, {"a": ("best",), "b": ("median",), "c": ("worst",)}),
        ({"i10": 5, "i9": 5, "i2": 1, "i1": 1, "x": 3}, False, {"i9": ("best",), "x": ("median",), "i1": ("worst",)}),
        ({"i10": 2, "i9": 2, "i8": 2}, True, {"i8": ("best", "median", "worst")}),
    ],
)
def test_best_median_and_worst_are_chosen_with_ties_by_item(scores, lower, chosen):
    by_key = {(item, 0): float(score) for item, score in scores.items()}
    assert choose_responses(by_key, lower) == {(item, 0): labels for item, labels in chosen.items()}
    backwards = dict(reversed(by_key.items()))
    assert choose_responses(backwards, lower) == choose_responses(by_key, lower)
    first = choose_responses({("a", 2): 1.0, ("a", 1): 1.0, ("b", 0): 0.0}, False)  # of equal scores of an item
    assert first == {("a", 1): ("best", "median"), ("b", 0): ("worst",)}


def test_each_model_has_its_best_median_and_worst_response_and_one_without_a_score(suite, tmp_path):
    reply = judge_reply("j/one", originality=7, feasibility="unparsable")
    written(suite, "a/x", {**TEXTS, "i4": ""}, {"i1": 5.0, "i2": 9.0, "i3": 1.0, "i10": 4.0, "i4": None}, reply)
    found = to_read(tmp_path)
    assert found.links == {"a/x": "c-responses-1"}
    assert '<details id="c-responses-1">' in found.html
    titles = re.findall(r"<h5>(.*?) <small>(.*?)</small>", found.html)
    assert titles[0][0].startswith("Best: 9")
    assert [which for _, which in titles] == ["item i2", "item i10", "item i3", "item i4"]
    assert titles[3][0].startswith("No score")
    text = Tree(found.html).text
    assert "5 responses to 5 items, 5 different, 1 without a score" in text
    assert "idea 2" in text
    assert "idea 1 " not in text, "it is neither best, median nor worst"
    assert "originality 7 feasibility missing: unparsable so be it" in text
    assert text.count("What is new?") == 1, "a prompt that several responses share is printed once"


def test_the_best_and_the_worst_of_a_benchmark_are_those_of_language_models(suite, tmp_path):
    """Whoever wrote them; what judges replied is apart from prompt and response."""
    reply = judge_reply("j/one", originality=7)
    written(suite, "a/x", TEXTS, {"i1": 5.0, "i2": 9.0, "i3": 3.0, "i10": 4.0}, reply)
    written(suite, "a/y", TEXTS, {"i1": 5.0, "i2": 8.0, "i3": 1.0, "i10": 4.0}, reply)
    written(suite, "creativity/greedy", TEXTS, {"i1": 0.0, "i2": 99.0, "i3": 1.0, "i10": 4.0}, reply)
    best, worst = page.extremes_to_read(read_suite(["s"], tmp_path), 0)
    assert (best["model"], best["label"], best["which"]) == ("a/x", "Best: 9.00", "item i2")
    assert (worst["model"], worst["label"], worst["which"]) == ("a/y", "Worst: 1.00", "item i3")
    assert [section.title for section in best["sections"]] == ["Prompt", "Response"]
    assert "originality" in [name for section in best["judged"] for name, _ in section.rows]


def test_equal_texts_are_counted(suite, tmp_path):
    """Ten trials of one item with two texts are two different responses."""
    texts = ["a net" if trial % 3 else " a sieve\n" for trial in range(10)]
    scores = [2.0 if trial % 3 else 1.0 for trial in range(10)]
    means = entry("fog", 0, score=1.6)
    entries = [means, *(entry("fog", trial + 1, score=score) for trial, score in enumerate(scores))]
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
    assert "<bdi>a/&lt;b&gt;\\u001b</bdi>" in html
    assert not STRAY.search(html)
    assert "\\u001b[31m\\u202e&lt;script&gt;" in html
    assert "\n  two\\u200bWWW" in html
    assert "img" not in Tree(html).tags
    assert Tree(html).scripts == []
    assert f"{len(long) - page.MOST:,} more characters are not on this page" in html
    folded = re.search(r"<details><summary>([\d,]+) more characters</summary>(?:(?:a|word) )+", html)
    assert page.MOST - page.OPEN <= int(folded[1].replace(",", "")) <= page.MOST - page.OPEN / 2


def test_the_first_models_are_shown_and_the_others_counted(suite, tmp_path, monkeypatch):
    monkeypatch.setattr(page, "MOST_MODELS", 2)
    for n in range(5):
        written(suite, f"a/m{n}", TEXTS, {item: 10.0 - n + i / 10 for i, item in enumerate(TEXTS)})
    html = to_read(tmp_path).html
    assert re.findall(r"<summary><bdi>(.*?)</bdi>", html) == ["a/m0", "a/m1"]
    assert "Responses of 3 more models are left out" in html
    assert "helm-creativity show SUITE --benchmark live_idea_bench" in html
    every = to_read(tmp_path, True).html
    assert re.findall(r"<summary><bdi>(.*?)</bdi>", every) == [f"a/m{n}" for n in range(5)]


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
    assert (found.html, found.links) == ("", {})
    assert list(found.unread.values()) == [["a/m2", "a/m1", "a/m0"]]


def test_scores_of_items_are_not_taken_for_scores_of_responses(suite, tmp_path):
    """A mean over trials that were not kept one by one says nothing of any of them."""
    states = [response("fog", f"a net {trial}", trial=trial) for trial in range(3)]
    stats = {"score": 2.0, "num_answers": 3.0, "num_instances": 1.0}
    write_run(suite, "a/x", states, entries=[entry("fog", 0, score=2.0)], stats=stats)
    (run,) = read_suite(["s"], tmp_path).runs
    with pytest.raises(NothingToSay, match="does not say which score belongs to which response"):
        chosen_responses(run)
    with pytest.raises(NothingToSay, match="does not say which score belongs to which response"):
        page.extremes_to_read(read_suite(["s"], tmp_path), 0)
    (run.folder / "per_instance_stats.json").write_text("[")
    with pytest.raises(NothingToSay, match="json is missing, damaged"):
        chosen_responses(run)


def test_runs_of_one_model_are_told_apart_by_what_they_do_not_share():
    """One whose settings another one has too, and more, is named by its model alone."""
    settings = ["temp=1", "instruction=verbalized,temp=1", "temp=1", "temp=1,max_tokens=9"]
    models = ["a/x", "a/x", "b/y", "a/x"]
    runs = [
        SimpleNamespace(
            name=f"creativity_dat:{given},model={model.replace('/', '_')}", model=model, group="creativity_dat"
        )
        for given, model in zip(settings, models, strict=True)
    ]
    prompts = ("Think of a cat", "Think of a dog")
    table = page.items_table(runs, [ListedItem("i", prompt, (1.0, 2.0, None, 4.0)) for prompt in prompts])
    assert [row["prompt"] for row in table.records()] == ["… cat", "… dog"]  # without what all share
    names = ["a/x", "a/x instruction=verbalized", "b/y", "a/x max_tokens=9"]
    assert [column.title for column in table.columns] == ["item", "prompt", *names]
    assert [table.records()[0][name] for name in names] == [1.0, 2.0, None, 4.0]
