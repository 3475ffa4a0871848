"""Alternate uses in the words of the authors: what is asked, which uses count, and what judges read."""

import hashlib

import pytest
from support import chat
from support.aut import FILES
from support.authors_files import use_real_files
from support.given import given, scores_of
from support.judges import answered

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Replies, Trial, transcript_in
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.benchmark.rubrics import Question, checksum_of_rubrics
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.commands.planning.counting import requests_by_role
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.scenarios.aut.benchmark import ONE_USE, RUBRICS
from helm_creativity.scenarios.aut.items import object_names
from helm_creativity.scenarios.aut.parse import read_short_uses

NOUNS = ["lamp", "bed", "hat", "drum", "boat", "desk", "gate"]


def texts(aut, **settings):
    """Ids and prompts of what is asked."""
    return {
        item.id: item.prompt.text for item in aut.items(aut.settings_type(**{"protocol": "wenger2025", **settings}))
    }


def counted(text, asked=10, **fields):
    """The uses of a response that count by the program's rule."""
    return read_short_uses(Sample(Response(text, "stop"), {"object": "brick", **fields}), asked)


def test_agc_human_has_its_objects_and_a_prompt_for_each_instruction(aut, authors_words):
    """What the instruction says stands in the prompt, and nothing before it."""
    for instruction, text in (
        ("neutral", "Some uses.\n\n3 to 6 for a TABLE."),
        ("creative", "Odd uses: TABLE\n\nThree."),
        ("effective", "Handy uses: TABLE\n\nThree."),
    ):
        settings = aut.settings_type(protocol="agc2026", instruction=instruction)
        assert [item.id for item in aut.items(settings)] == ["brick", "table"]
        assert texts(aut, protocol="agc2026", instruction=instruction)["table"] == text
        assert settings.before_prompts == Instruction()
    own = aut.settings_type(protocol="agc2026", instruction="creative", prompts="own")
    assert own.before_prompts == Instruction("creative")


def test_uses_stand_between_commas_where_too_few_lines_are_uses():
    """One line of seven uses is no line of seven words."""
    assert counted(", ".join(NOUNS)).scored == tuple(NOUNS)
    long = [f"a {noun} on which one may well put down all of the day's many things" for noun in NOUNS]
    assert counted(", ".join(long)).failure_reason is FailureReason.TOO_FEW_VALID


def test_uses_have_twelve_words_at_most_and_differ_in_lower_case():
    """What repeats a use or is too long is counted."""
    twelve = " ".join(["word"] * 12)
    found = counted("\n".join([*NOUNS, "Hat", twelve, f"{twelve} more", "a hat"]))
    assert found.scored == (*NOUNS, twelve, "a hat")
    assert (found.repeated, found.invalid, found.places[-2:]) == (1, (f"{twelve} more",), (8, 10))


@pytest.mark.parametrize(("asked", "least"), [(1, 7), (10, 7), (11, 7), (12, 7), (15, 9), (20, 12), (50, 30)])
def test_too_few_uses_have_no_score(asked, least):
    """Fewer than seven, or than three fifths of those asked for; there may be more than were asked for."""
    lines = [f"use {letter}{other}" for letter in "abcdefg" for other in "abcde"]
    assert counted("\n".join(lines[: least - 1]), asked).failure_reason is FailureReason.TOO_FEW_VALID
    assert len(counted("\n".join(lines[:least]), asked).scored) == least
    assert asked > len(lines) or asked < 4 or len(counted("\n".join(lines), asked).scored) == len(lines)


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """The replies of the lexical judge about one response."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["candidate"])

    def of(protocol, text, **settings):
        panel = {"judges": "creativity/lexical-judge", "embedding": "builtin"}
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), "aut", protocol=protocol, **panel, **settings)
        note = annotator.annotate(answered(text, item="brick", fields={"object": "brick"}))
        return Replies(transcript_in({FOLLOW_UPS: note}).judge_replies)

    return of


def test_a_judge_reads_one_use_at_a_time(judged, aut, authors_words):
    """Under mctb2025; categories are asked of all of them at once. A plan says so."""
    replies = judged("mctb2025", "\n".join(NOUNS))
    assert [reply.about for reply in replies] == [*[f"#{i}" for i in range(1, 8)], ""]
    assert [reply.rubric for reply in replies] == ["originality_mctb2025"] * 7 + ["categories"]
    assert all(10 <= value <= 50 for values in replies.each("originality", 7) for value in values)
    assert all(len(values) == 1 for values in replies.each("originality", 7))
    settings = aut.settings_type(protocol="mctb2025", uses=20, judges="creativity/lexical-judge")
    trial = Trial(Sample(None, {"object": "brick"}))
    cases = list(planned_requests(aut, settings, trial, 1))
    (_, times, characters, _), (_, once, _, _) = requests_by_role(cases, settings.panel, trial)
    assert (times, once) == ((0, 20, 200), (0, 1, 1))
    rubric, use = RUBRICS[settings.source["originality"]], "use it as something to sit on 1"
    assert characters == pytest.approx(len(f'A use of a BRICK, 10-50: "{use}". A number.'), abs=1)
    question = rubric.question(phrase="a brick", thing="brick", capitals="BRICK", use=use)
    assert question == Question("", f'A use of a BRICK, 10-50: "{use}. A number.', (use,))


def test_a_response_that_most_judges_take_for_no_attempt_is_off_task(aut, authors_words):
    """It has no score, and what can be counted is."""
    replies = [
        JudgeReply(f"j/{j}", "validity", "", {"valid": ParsedRating(value)}, counts=True)
        for j, value in enumerate((0, 0, 1))
    ]
    sample = Sample(Response("hat; bed", "stop"), {"object": "brick", "annotations": given(*replies)})
    settings = aut.settings_type(protocol="agc2026", judges="j/0+j/1+j/2", embedding="builtin")
    (found,) = scores_of(aut, settings, [sample])
    assert (found.score, found.failure_reason) == (None, FailureReason.OFF_TASK)
    assert found.submetrics["fluency"] == 2


def test_the_real_words(aut, monkeypatch):
    """Checksums of what the authors' own expressions give, evaluated."""
    use_real_files(monkeypatch, *FILES)

    def asked(**settings):
        items = aut.items(aut.settings_type(**{"protocol": "wenger2025", **settings}))
        return {item.id: item.prompt.sha256[:12] for item in items}

    assert asked(protocol="mctb2025")["brick"] == "c431400cb8ba"
    varied = asked(protocol="mctb2025", uses=20, form="varied")
    sums = ["2cb4f472de03", "7f68fc09949b", "7f5953edd2e7", "f6d6b1b1b1e8", "88ee7ba4f5c9"]
    assert [varied[f"box-{form}"] for form in range(1, 6)] == sums
    for instruction, checksum in (
        ("neutral", "7fe8f70b2c2e"),
        ("creative", "d9b8ef9df154"),
        ("effective", "63762c438754"),
    ):
        found = asked(protocol="agc2026", instruction=instruction)
        assert list(found) == ["brick", "knife", "pencil", "bucket", "sock"]
        assert found["brick"] == checksum
    question = ONE_USE.question(**object_names("a brick"), use="doorstop").user
    assert hashlib.sha256(question.encode()).hexdigest()[:12] == "0ba65d8f5bde"
    assert checksum_of_rubrics(aut.rubrics(aut.settings_type(protocol="agc2026"))).startswith("4@")
