"""Responses in another language than the vectors are noticed, and English ones with their typos are not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.command import run
from support.foreign_uses import FOREIGN_USES, foreign_uses

import helm_creativity as hc
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.language import LEAST_REFUSED, NOTICED, REFUSED, content_words, unknown_words

ENGLISH = [
    part.strip()
    for part in yaml.safe_load((Path(__file__).parent / "words.yaml").read_text("utf-8"))["typos"].split(",")
]


def rows(uses):
    return [{"object": "brick", "uses": [use]} for use in uses]


@given(st.lists(st.sampled_from(["brick", "Brick", "deur", "muurtje", "don't"]), min_size=1))
def test_the_share_is_that_of_a_slow_count(texts):
    counted = [text for text in texts if text != "don't"]
    expected = sum(text in ("deur", "muurtje") for text in counted) / max(len(counted), 1)
    assert unknown_words(builtin(), content_words([" ".join(texts)])) == expected


AUT = {"protocol": "wenger2025", "embedding": "builtin"}


@pytest.mark.parametrize("language", FOREIGN_USES)
def test_thirty_uses_in_another_language_are_refused_unless_that_is_asked_for(language, caplog):
    """A short file is scored and noticed."""
    these = rows(foreign_uses(language))
    with pytest.raises(BadArguments, match=r"\d\d % of words have no vector in builtin; is this English\?.*any_lang"):
        hc.score("aut", these, **AUT)
    assert len(hc.score("aut", these, **AUT, any_language=True)) == 30
    assert sum(content_words(foreign_uses(language)[:12]).values()) < LEAST_REFUSED
    hc.score("aut", these[:12], **AUT)
    assert len(re.findall("is this English", caplog.text)) == 2


@pytest.mark.parametrize(("foreign", "low", "high"), [([], 0, NOTICED), (foreign_uses("Dutch"), NOTICED, REFUSED)])
def test_english_with_typos_passes_without_a_word_and_half_of_a_file_is_noticed(foreign, low, high, caplog):
    """30 Dutch uses among 80 English ones: fewer words without a vector than are refused, more than in English."""
    uses = [*foreign, *ENGLISH * 4]
    assert low < unknown_words(builtin(), content_words(uses)) < high
    assert len(hc.score("aut", rows(uses), **AUT)) == len(uses)
    assert ("is this English" in caplog.text) == bool(foreign) == bool(caplog.records)


def test_where_people_rated_the_responses_nothing_is_refused(caplog):
    these = [{**row, "originality": [[3]]} for row in rows(foreign_uses("Dutch"))]
    found = hc.score("aut", these, protocol="mctb2025", embedding="builtin", prompts="own")
    assert found.mean == 3
    assert "is this English" in caplog.text


def test_the_commands_say_the_same(tmp_path):
    source = tmp_path / "uses.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows(foreign_uses("Dutch"))))
    for command in (["score", "aut", source], ["people", "import", source, "--benchmark", "aut", "--dry-run"]):
        said = [*command, "--protocol", "wenger2025", "--embedding", "builtin"]
        with pytest.raises(BadArguments, match=r"is this English\?.* --any-language"):
            run(*said)
        scored = run(*said, "--any-language")
        assert scored.status == 0
        assert sum("is this English?" in line for line in scored.stderr) == 1


def test_lists_of_words_are_checked_in_any_form():
    """A list in JSON in a cell, with separators, and a response as a model writes it."""
    words = ["deur", "muurtje", "boekenkast", "sleutelhanger", "grafsteen", "kampvuur", "boodschappen", "spiegelei"]
    for cell in (words, json.dumps(words), "; ".join(words), "\n".join(words)):
        with pytest.raises(BadArguments, match="is this English"):
            hc.score("dat", [{"words": cell}] * 20, embedding="builtin")
