"""Responses to read below the leaderboards of a report, and which they are."""

import re

import pytest
from support.folders import entry
from support.judged import judge_reply, write_run
from support.pages import Tree
from support.readable import report_page, response, written

from helm_creativity.errors import BadArguments
from helm_creativity.reports.report import responses as responses_module
from helm_creativity.results.chosen_responses import choose_responses

HOSTILE = "\x1b[31m\u202e<script>alert(1)</script><img src=http://x.example/a>\n  two\u200b" + "W" * 400
STRAY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e]")


@pytest.fixture
def suite(tmp_path):
    """The folder of a suite's runs."""
    return tmp_path / "runs" / "s"


def shown(page, model):
    """The part of the page that holds a model's responses, and where it is."""
    found = re.search(rf'<details id="([^"]+)">\n<summary><bdi>{re.escape(model)}</bdi>.*?</details>\n', page, re.S)
    assert found, f"no responses of {model}"
    return found[0], found[1]


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


def test_of_equal_scores_of_an_item_the_first_trial_is_chosen():
    chosen = choose_responses({("a", 2): 1.0, ("a", 1): 1.0, ("b", 0): 0.0}, False)
    assert chosen == {("a", 1): ("best", "median"), ("b", 0): ("worst",)}


def test_a_model_in_a_table_leads_to_its_responses(suite, tmp_path):
    """Best, median and worst with prompt, text, ratings and judges' words, and one without a score."""
    reply = judge_reply("j/one", originality=7, feasibility="unparsable")
    written(suite, "a/x", {**TEXTS, "i4": ""}, {"i1": 5.0, "i2": 9.0, "i3": 1.0, "i10": 4.0, "i4": None}, reply)
    whole = report_page(tmp_path)
    part, key = shown(whole, "a/x")
    assert f'<a href="#{key}"><bdi>a/x</bdi></a>' in whole
    titles = re.findall(r"<h5>(.*?) <small>(.*?)</small>", part)
    assert titles[0][0].startswith("Best: 9")
    assert [which for _, which in titles] == ["item i2", "item i10", "item i3", "item i4"]
    assert titles[3][0].startswith("No score")
    text = Tree(part).text
    assert "5 responses to 5 items, 5 different, 1 without a score" in text
    assert "idea 2" in text
    assert "idea 1 " not in text, "it is neither best, median nor worst"
    assert "originality 7 feasibility missing: unparsable so be it" in text
    assert text.count("What is new?") == 1, "a prompt that several responses share is printed once"


def test_all_or_none_are_shown_where_that_is_asked_for(suite, tmp_path):
    written(suite, "a/x", TEXTS, dict.fromkeys(TEXTS, 2.0))
    part, _ = shown(report_page(tmp_path, responses="all"), "a/x")
    assert re.findall(r"<h5>.*<small>(.*?)</small>", part) == [f"item {item}" for item in TEXTS]
    none = report_page(tmp_path, responses="none")
    assert "idea 1" not in none
    assert "Responses to read" not in none
    with pytest.raises(BadArguments, match=r"expected responses to be one of 3, all, none, got '4'"):
        report_page(tmp_path, responses="4")


def test_equal_texts_are_counted_and_shown_once(suite, tmp_path):
    """Ten trials of one item with two texts are two different responses."""
    texts = ["a net" if trial % 3 else " a sieve\n" for trial in range(10)]
    scores = [2.0 if trial % 3 else 1.0 for trial in range(10)]
    means = entry("fog", 0, score=1.6)
    entries = [means, *(entry("fog", trial + 1, score=score) for trial, score in enumerate(scores))]
    states = [response("fog", text, trial=trial) for trial, text in enumerate(texts)]
    write_run(suite, "a/x", states, entries=entries, stats={"score": 1.6, "num_answers": 10.0, "num_instances": 1.0})
    part, _ = shown(report_page(tmp_path), "a/x")
    assert "10 responses, 2 different" in Tree(part).text
    titles = re.findall(r"<h5>(.*?): [\d.]+ <small>(.*?)</small>", part)
    assert titles == [
        ("Best and median", "item fog, trial 1 (of 10 trials)"),
        ("Worst", "item fog, trial 0 (of 10 trials)"),
    ]


def test_what_models_and_judges_wrote_is_escaped_and_long_texts_are_folded(suite, tmp_path):
    """Line breaks and spaces stay; invisible signs are shown as escapes; what is left out is counted."""
    long = "a word " * 3_000
    reply = judge_reply(HOSTILE, rubric=HOSTILE, originality="unparsable")
    written(suite, "a/<b>\x1b", {"i1": HOSTILE, "i2": long}, {"i1": 1.0, "i2": 2.0}, reply, arguments="x")
    whole = report_page(tmp_path)
    part, key = shown(whole, "a/&lt;b&gt;\ufffd")
    assert f'<a href="#{key}"><bdi>a/&lt;b&gt;\ufffd</bdi></a>' in whole
    assert not STRAY.search(whole)
    assert "\\u001b[31m\\u202e&lt;script&gt;" in part
    assert "\n  two\\u200bWWW" in part
    assert "img" not in Tree(whole).tags
    assert len(Tree(whole).scripts) == 1
    most, open_ = responses_module.MOST, responses_module.OPEN
    assert f"{len(long) - most:,} more characters are not on this page" in part
    folded = re.search(r"<details><summary>([\d,]+) more characters</summary>(?:(?:a|word) )+", part)
    assert most - open_ <= int(folded[1].replace(",", "")) <= most - open_ / 2


def test_the_first_models_are_shown_and_the_others_counted(suite, tmp_path, monkeypatch):
    monkeypatch.setattr(responses_module, "MOST_MODELS", 2)
    for n in range(5):
        written(suite, f"a/m{n}", TEXTS, {item: 10.0 - n + i / 10 for i, item in enumerate(TEXTS)})
    whole = report_page(tmp_path)
    assert re.findall(r"<summary><bdi>(.*?)</bdi>", whole) == ["a/m0", "a/m1"]
    assert "Responses of 3 more models are left out" in whole
    assert "helm-creativity show SUITE --benchmark live_idea_bench" in whole
    every = report_page(tmp_path, responses="all")
    assert re.findall(r"<summary><bdi>(.*?)</bdi>", every) == [f"a/m{n}" for n in range(5)]


def test_responses_that_cannot_be_read_cost_one_sentence(suite, tmp_path):
    """Of a table, those of the models that it concerns; of a suite that has none, one for the whole page."""
    folders = [written(suite, f"a/m{n}", TEXTS, dict.fromkeys(TEXTS, 1.0 + n)) for n in range(3)]
    (folders[0] / "scenario_state.json").unlink()
    (folders[1] / "scenario_state.json").write_text('{"states_of_a_later_version": []}')
    text = Tree(report_page(tmp_path)).text
    assert "those of a/m0 (there is no scenario_state.json in the run's folder)" in text.replace("’", "'")
    assert "those of a/m1 (scenario_state.json is damaged, or of another version of HELM)" in text
    assert str(tmp_path) not in text
    for folder in folders[1:]:
        (folder / "scenario_state.json").unlink()
    text = Tree(report_page(tmp_path)).text
    assert text.count("No response can be shown: there is no scenario_state.json") == 1
    assert "Responses to read" not in text


def test_scores_of_items_are_not_taken_for_scores_of_responses(suite, tmp_path):
    """A mean over trials that were not kept one by one says nothing of any of them."""
    states = [response("fog", f"a net {trial}", trial=trial) for trial in range(3)]
    stats = {"score": 2.0, "num_answers": 3.0, "num_instances": 1.0}
    write_run(suite, "a/x", states, entries=[entry("fog", 0, score=2.0)], stats=stats)
    assert "does not say which score belongs to which response" in Tree(report_page(tmp_path)).text
