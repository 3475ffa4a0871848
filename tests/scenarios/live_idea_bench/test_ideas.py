"""From an answer to its idea; the keywords; how the baselines answer and how the lexical judge rates."""

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end
from support.replies import read_rows

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response
from helm_creativity.task_types.rated import benchmark
from helm_creativity.task_types.rated.reply import RatedPassage as Idea
from helm_creativity.task_types.rated.reply import read_reply

BENCHMARK = get_benchmark("live_idea_bench")
FORMS = BENCHMARK.task.forms


def read(text, form="plain"):
    return read_reply(Response(text, "stop"), BENCHMARK.task.reply, form)


@pytest.mark.parametrize("row", read_rows(Path(__file__).with_name("ideas.jsonl")), ids=lambda row: row["text"][:40])
def test_an_answer_is_the_idea(row):
    """Without what stands around it; behind the last mark, in its forms; in two hundred words, unless it is refused."""
    marked, reason = row.get("marked", False), row.get("reason")
    assert read(row["text"], row["form"]) == Idea(row["idea"], len(row["idea"].split()), marked, reason)
    assert not read(row["text"]).marked


PIECES = ["final idea", "Final Idea:", "**", "### ", "\n", " ", '"', "(", ")", "<think>", "</think>", "moss", "²"]
PIECES += ["＜think＞"]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from([*FORMS]))
def test_every_text_has_an_idea_or_a_reason(text, form):
    """An idea to be judged has words, can be written to a file, and is not longer than the answer."""
    idea = read(text, form)
    assert idea.n_words == len(idea.text.encode().decode().split())
    if idea.failure_reason is None:
        assert idea.n_words > 0
        assert idea.n_words <= 200 or (form == "reasoning" and not idea.marked)
    assert not (idea.marked and form == "plain")


@pytest.mark.parametrize("piece", ["final idea ", "Final Idea: ", "** ", "final idea (", '"', "# ", "\n", "²", "<a>"])
def test_hostile_text_is_read_to_an_end(piece):
    text = hostile(piece)
    with reads_to_an_end():
        assert read(text, "reasoning").text in text


OWN = [(row["keyword"], row["category"]) for row in BENCHMARK.table("own")]
HARM = re.compile(r"weapon|bomb|explosi|poison|toxi|drug abuse|terror|kill|suicid|hack|malware|fabricat|falsif|bioter")


def test_our_keywords():
    """Twelve in each of eighteen categories, plain, none twice, nor harmful."""
    keywords = [keyword for keyword, _ in OWN]
    assert sorted(Counter(category for _, category in OWN).values()) == [12] * 18
    assert sorted(OWN, key=lambda pair: pair[::-1]) == OWN
    assert all(re.fullmatch(r"[a-z]+(?:[ -][a-z]+){0,3}", keyword) for keyword in keywords)
    assert len({keyword.rstrip("s").replace("-", " ") for keyword in keywords}) == len(keywords)
    assert [keyword for keyword in keywords if HARM.search(keyword)] == []


def test_the_authors_files_are_joined_by_keyword(monkeypatch, tmp_path):
    """In the order of the list, whatever the order of the categories."""
    (tmp_path / "liveideabench-keywords").write_text(",Keyword\n0,tides\n1,bees\n")
    rows = "keyword,category,similarity_score\nbees,Biology,0.8\ntides,Physics,0.7\n"
    (tmp_path / "liveideabench-categories").write_text(rows)
    monkeypatch.setattr(benchmark, "require_source", lambda name, *_: tmp_path / name)
    found = get_benchmark("live_idea_bench").table("official")
    assert found == [{"keyword": "tides", "category": "Physics"}, {"keyword": "bees", "category": "Biology"}]


@pytest.mark.parametrize(("strategy", "form"), [*product(sorted(CHOOSERS), FORMS)])
def test_the_baselines_answer_every_prompt_with_an_idea(strategy, form):
    """That is judged: marked where the form asks for it, about the keyword, within the limit."""
    for (keyword, _), prompt_id in product(OWN[::30], ("idea{}", "fallback{}_own")):
        prompt = render(BENCHMARK.place, prompt_id.format(FORMS[form]), keyword=keyword).text
        idea = read(BENCHMARK.reference.baseline_response(prompt, CHOOSERS[strategy]("builtin", 1)), form)
        assert (idea.failure_reason, idea.marked) == (None, form == "reasoning")
        assert idea.text.startswith(f"Measure {keyword} with")
        assert 30 <= idea.n_words <= 100


@pytest.mark.parametrize(
    ("one", "other", "letter"),
    [
        *[("wolf moon", "salt river", "A"), ("wolf moon", "wolf river", "B")],  # 4 of 4, 2 of 3
        *[("wolf moon salt", "wolf moon", "C"), ("wolf\nmoon", "wolf\nmoon salt", "C")],  # 1 of 3
        ("wolf, moon!", "MOON wolf", "D"),  # 0 of 2
    ],
)
def test_the_letter_says_how_many_words_are_shared(one, other, letter):
    """Of n words in all, those that only one text has, in thirds."""
    _, fluency = BENCHMARK.rubrics(BENCHMARK.settings_type(protocol="ruan2024"))
    question = fluency.question(keyword="enzymes", idea_a=one, idea_b=other)
    assert lexical_rating(BENCHMARK, question.user) == letter
