"""From an answer to its idea; the keywords; how the baselines answer and how the lexical judge rates."""

import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.judges.readings import read_one
from helm_creativity.task_types.rated import benchmark
from helm_creativity.task_types.rated.reply import RatedPassage as Idea
from helm_creativity.task_types.rated.reply import read_reply

BENCHMARK = get_benchmark("live_idea_bench")
TASK = BENCHMARK.task
FORMS = TASK.forms
NOUNS = builtin().nouns
IDEA = "Let moss on roofs report metals in rain: its tips are imaged by phone and read by a small model."


def words(n):
    return " ".join("the" if i % 2 else NOUNS[37 * i] for i in range(n))


def read(text, form="plain", **answer):
    return read_reply(Response(text, **{"finish_reason": "stop", **answer}), TASK.reply, form)


@pytest.mark.parametrize("form", FORMS)
def test_an_answer_is_the_idea(form):
    """Without what stands around it, in either form, and without a mark."""
    around = ("{}", "Idea: {}", "**Keyword:** moss\n\n{}", "# Roofs\n\n{}\n\n(Word count: 19)", '{{"idea": "{}"}}')
    for text in around:
        assert read(f"\n {text.format(IDEA)}\n", form) == Idea(IDEA, len(IDEA.split()), False, None)
    assert read(f"# {IDEA}", form).text == f"# {IDEA}"


def test_an_idea_of_two_hundred_words_is_the_longest():
    """Words are what white space parts, no-break spaces included; however long the reasoning before a mark is."""
    assert read(words(199) + " well-known").failure_reason is None
    assert read(words(199) + " a\xa0b").failure_reason is FailureReason.TOO_LONG
    assert read(words(201)) == Idea(words(201), 201, False, FailureReason.TOO_LONG)
    text = f"{words(900)}\n\n**Final Idea:** {words(200)}"
    assert read(text, "reasoning") == Idea(words(200), 200, True, None)
    assert read(text + " more", "reasoning") == Idea(words(200) + " more", 201, True, FailureReason.TOO_LONG)


MARKS = ["**Final Idea:**", "**Final Idea**:", "Final Idea:", "final idea :", "FINAL IDEA：", "My final idea:"]
MARKS += ["__Final Idea:__", "***Final Idea:***", "### Final Idea\n", "## **Final Idea**\n", "**Final Idea**\n\n"]
MARKS += ["Final Idea\n", "> ### Final Idea:\n", "#### Final Idea ####\n", "**Final Idea (97 words):**"]
MARKS += [
    "**Final Idea** (97 words):",
    '"Final Idea:"\n**Final Idea:**',
    "**Final Idea:** none yet.\n\n**Final Idea:**\n",
]
NO_MARKS = [
    'The answer goes after "**Final Idea:**", I am told. Let me see.',
    "The answer goes after `Final Idea:` and I do not know yet.",
    "My semifinal idea: none. My final ideas: none. The final idea is moss.",
    "Final ideation: none so far.",
    "I end with **Final Idea:**",
    "I end with it. **Final Idea:** ...\n",
    "Finally, idea: moss on roofs.",
]


def test_the_mark_in_its_forms_and_what_is_none():
    """The last one counts; a quoted one, other words, and one with nothing behind it are none."""
    for mark in MARKS:
        found = read(f"Let me think about moss.\n\n{mark} {IDEA}\n", "reasoning")
        assert found == Idea(IDEA, len(IDEA.split()), True, None), mark
        assert not read(f"{mark} {IDEA}").marked
    for text in NO_MARKS:
        assert read(text, "reasoning") == Idea(text.strip(), len(text.split()), False, None)
    assert read(f"**Final Idea: {IDEA}**", "reasoning").text == f"{IDEA}**"


def test_a_refusal_is_looked_for_behind_the_mark():
    """Doubts in the reasoning are none, and a refused final idea is one."""
    doubts = f"I cannot think of anything about moss that is new. Wait.\n**Final Idea:** {IDEA}"
    assert read(doubts, "reasoning").failure_reason is None
    refused = read("Moss, moss.\n**Final Idea:** I cannot provide ideas about this topic.", "reasoning")
    assert (refused.marked, refused.failure_reason) == (True, FailureReason.REFUSED)
    alone = read("I cannot provide ideas about this topic.\nFinal Idea:", "reasoning")
    assert alone.failure_reason is FailureReason.REFUSED


PIECES = [
    "final idea",
    "Final Idea:",
    "**",
    "### ",
    "\n",
    " ",
    '"',
    "(",
    ")",
    "<think>",
    "</think>",
    "moss",
    "²",
    "＜think＞",
]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from([*FORMS]))
def test_every_text_has_an_idea_or_a_reason(text, form):
    """An idea to be judged has words, can be written to a file, and is not longer than the answer."""
    idea = read(text, form)
    assert idea.n_words == len(idea.text.split())
    idea.text.encode()
    if idea.failure_reason is None:
        assert idea.n_words > 0
        assert idea.n_words <= 200 or (form == "reasoning" and not idea.marked)
    assert not (idea.marked and form == "plain")


@pytest.mark.parametrize(
    "piece", ["final idea ", "Final Idea: ", "** ", "final idea (", '"', "# ", "\n", "fin² ", "<a>"]
)
def test_hostile_text_is_read_to_an_end(piece):
    """Much of what begins like a mark."""
    text = hostile(piece)
    with reads_to_an_end():
        idea = read(text, "reasoning")
    assert idea.text in text


RUBRICS = [
    BENCHMARK.rubrics(BENCHMARK.settings_type(protocol=name, prompts="own")) for name in BENCHMARK.card.protocols
]
OWN = [(row["keyword"], row["category"]) for row in BENCHMARK.table("own")]
HARM = re.compile(r"weapon|bomb|explosi|poison|toxi|drug abuse|terror|kill|suicid|hack|malware|fabricat|falsif|bioter")


def test_our_keywords():
    """Twelve in each of eighteen categories, plain, none twice, nor harmful; three words are known as names too."""
    assert set(Counter(category for _, category in OWN).values()) == {12}
    assert len(OWN) == 18 * 12
    assert sorted(OWN, key=lambda pair: pair[::-1]) == OWN
    keywords = [keyword for keyword, _ in OWN]
    assert all(re.fullmatch(r"[a-z]+(?:[ -][a-z]+){0,3}", keyword) for keyword in keywords)
    assert len({keyword.rstrip("s").replace("-", " ") for keyword in keywords}) == len(keywords)
    assert [keyword for keyword in keywords if HARM.search(keyword)] == []
    parts = {part for keyword in keywords for part in re.split("[ -]", keyword)}
    assert {part for part in parts if builtin().is_proper_noun(part)} == {"banks", "international", "ionic"}


def test_the_authors_files_are_joined_by_keyword(monkeypatch, tmp_path):
    """In the order of the list, whatever the order of the categories."""
    texts = {
        "liveideabench-keywords": ",Keyword\n0,tides\n1,bees\n",
        "liveideabench-categories": "keyword,category,similarity_score\nbees,Biology,0.8\ntides,Physics,0.7\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(benchmark, "require_source", lambda name, *_: tmp_path / name)
    found = get_benchmark("live_idea_bench").table("official")
    assert found == [{"keyword": "tides", "category": "Physics"}, {"keyword": "bees", "category": "Biology"}]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("form", FORMS)
def test_the_baselines_answer_every_prompt_with_an_idea(strategy, form):
    """That is judged: marked where the form asks for it, about the keyword, within the limit."""
    for keyword, prompt_id in product([keyword for keyword, _ in OWN][::30], ("idea{}", "fallback{}_own")):
        prompt = render(BENCHMARK.place, prompt_id.format(FORMS[form]), keyword=keyword).text
        text = BENCHMARK.reference.baseline_response(prompt, CHOOSERS[strategy]("builtin", 1))
        idea = read(text, form)
        assert (idea.failure_reason, idea.marked) == (None, form == "reasoning")
        assert idea.text.startswith(f"Measure {keyword} with")
        assert 30 <= idea.n_words <= 100


def compare(one, other, keyword="enzymes"):
    return RUBRICS[0][1].question(keyword=keyword, idea_a=one, idea_b=other).user


def test_the_letter_says_how_many_words_are_shared():
    """By hand: of n words in all, those that only one text has, in thirds."""
    assert lexical_rating(BENCHMARK, compare("wolf moon", "salt river")) == "A"  # 4 of 4
    assert lexical_rating(BENCHMARK, compare("wolf moon", "wolf river")) == "B"  # 2 of 3
    assert lexical_rating(BENCHMARK, compare("wolf moon salt", "wolf moon")) == "C"  # 1 of 3
    assert lexical_rating(BENCHMARK, compare("wolf, moon!", "MOON wolf")) == "D"  # 0 of 2
    assert lexical_rating(BENCHMARK, compare("wolf\nmoon", "wolf\nmoon salt")) == "C"


def test_ratings_follow_the_surface_and_lie_on_the_scale():
    """Longer and more varied words are called more original and less feasible, however a question arrives."""
    odd = 'Interferometric "photoluminescence" {characterises} heterogeneous perovskites.'
    for critic, _ in RUBRICS:
        rated = []
        for idea in ("the cat sat on the mat. " * 3, odd):
            system, user, _ = critic.question(idea=idea)
            replies = {lexical_rating(BENCHMARK, text) for text in (user, f"{system}\n\n{user}", f"{system}\n{user}")}
            (reply,) = replies
            rated.append(read_one(critic, Response(reply, "stop"), ()))
        assert [set(readings) for readings in rated] == [{*critic.dimensions}] * 2
        first, second = ({name: reading.value for name, reading in readings.items()} for readings in rated)
        assert first["originality"] < second["originality"]
        assert first["feasibility"] > second["feasibility"]
