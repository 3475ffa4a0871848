"""Dictionaries by name, by file, and by checksum."""

import dataclasses
import json
import re
from pathlib import Path

import pytest
from helm.benchmark.run_spec import get_run_spec_function

import helm_creativity as hc
import helm_creativity.run_specs
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.sources import find_source
from helm_creativity.commands import main
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.lexicon import OLSON, default_dictionary, find_dictionary
from helm_creativity.task_types.word_list.benchmark import WordListSettings


def test_a_dictionary_that_must_be_fetched_gives_way_under_the_builtin_table():
    for embedding in ("builtin", "builtin+glove-840b", "glove-840b+builtin"):
        assert default_dictionary("olson2021", embedding) == "none"
        assert default_dictionary("nakajima2026", embedding) == "wordnet"
        assert default_dictionary("wordnet", embedding) == "wordnet"
    for embedding in ("glove-840b", "glove-840b+bert-layer6", "builtin.vec"):
        assert default_dictionary("olson2021", embedding) == "olson2021"
        assert default_dictionary("none", embedding) == "none"


def test_run_entries_the_command_and_python_take_the_same(tmp_path, toy):
    """Where the built-in table is one of two: in the run's name, and in what is compared."""
    embedding = f"builtin+{toy}"
    row = {"words": ["cat", "dog", "thimble", "river", "idea", "lamp", "golf", "violin"]}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    paths = [str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["score", "dat", "--embedding", embedding, *paths]) == 0
    of_command = json.loads((tmp_path / "out.jsonl").read_text())["comparable"]
    assert of_command == hc.score("dat", [row], embedding=embedding).comparable
    assert "|dictionary:none|" in of_command
    spec = get_run_spec_function("creativity_dat")(embedding=embedding)
    assert ",dictionary=none," in spec.name
    assert "|dictionary:none|" in spec.metric_specs[0].args["comparable"]


def test_another_dictionary_than_the_usual_is_a_warning(tmp_path, toy, caplog):
    dat = get_benchmark("dat")
    parse_settings(dat, {"embedding": "builtin", "dictionary": "none"}, asked=False)
    parse_settings(dat, {"embedding": "builtin"}, asked=False)
    assert caplog.messages == []
    parse_settings(dat, {"embedding": "builtin", "dictionary": "wordnet"}, asked=False)
    parse_settings(dat, {"embedding": toy, "dictionary": "none"}, asked=False)
    first, second = caplog.messages
    assert first.startswith("dictionary=wordnet is not that of protocol olson2021 under builtin, which is none: ")
    assert second.startswith("dictionary=none is not that of protocol olson2021 under toy, which is olson2021: ")


def test_the_authors_dictionary_is_known_by_its_checksum(tmp_path, toy, caplog, monkeypatch):
    """Wherever the file lies; without it, it says how to get it, before any request is paid for."""
    with pytest.raises(FileProblem, match="helm-creativity fetch olson2021-words"):
        find_dictionary("olson2021")
    path = tmp_path / "mine.txt"
    path.write_text("cat\n")
    file = dataclasses.replace(find_source(OLSON), sha256=file_sha256(path))
    monkeypatch.setattr("helm_creativity.lexicon.lexicon.find_source", lambda name: file)
    parse_settings(get_benchmark("dat"), {"embedding": toy, "dictionary": str(path)}, asked=False)
    assert caplog.messages == []
    assert find_dictionary(str(path)).signature == f"olson2021@sha256:{file.sha256[:12]}"


def test_wordnets_nouns_are_a_dictionary():
    """Plurals included, nouns of two words not; the signature has the checksum of WordNet's file."""
    dictionary = find_dictionary("wordnet")
    texts = ["cat", "cats", "wolves", "washer", "quickly", "paris", "washing machine", "washing-machine", "ice creams"]
    assert [text for text in texts if text in dictionary.words] == texts[:4]
    assert dictionary.signature == "wordnet-nouns@sha256:fea17d2f9656"


PAGE = Path(__file__).parents[2] / "docs" / "embeddings.md"
OF_PAGE = re.compile(r"^\| `creativity_(\w+)` \| `(\w+)` \| `(\S+)` \| `(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def test_the_page_has_the_dictionary_of_every_protocol():
    """As settings take it where none is named."""
    usual = []
    for entry in list_entries():
        kind = get_benchmark(entry.name).settings_type
        if not entry.ours or not issubclass(kind, WordListSettings):
            continue
        for protocol in kind.protocols:
            own, offline = kind(protocol=protocol), kind(protocol=protocol, embedding="builtin")
            usual.append((entry.name, protocol, own.embedding, own.dictionary, offline.dictionary))
    assert OF_PAGE.findall(PAGE.read_text("utf-8")) == sorted(usual)
