"""Settings and comparable keys of the DAT."""

import pytest
from support.dat import TEN, one

from helm_creativity.core.benchmark import comparable_key, parse_settings
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.families.word_lists.rules import WordRule
from helm_creativity.scenarios.dat.benchmark import PROTOCOLS

DAT = get_benchmark("dat")


def test_keys_name_everything_that_moves_the_score(toy, tmp_path):
    """Two settings, two keys."""
    words = tmp_path / "mine.txt"
    words.write_text("cat\n")
    settings = [
        DAT.settings(embedding=toy, dictionary="none"),
        DAT.settings(embedding=toy, dictionary="none", protocol="schapiro2026"),
        DAT.settings(embedding="builtin"),
        DAT.settings(embedding=toy, dictionary=str(words)),
    ]
    keys = {comparable_key(DAT, setting) for setting in settings} | {comparable_key(DAT, settings[0], asked=False)}
    assert len(keys) == 5
    assert "dictionary:mine@sha256:" in comparable_key(DAT, settings[3])
    assert "prompts:own/5@sha256:" in comparable_key(
        DAT, DAT.settings(embedding="builtin", protocol="mctb2025", prompts="own")
    )


def test_impossible_protocols_are_refused():
    """A score needs a pair."""
    with pytest.raises(BadArguments, match="minimum 1, maximum 7"):
        WordRule(10, 1, 7)


def test_a_protocol_brings_its_embedding_and_dictionary():
    """The built-in table is a dictionary itself."""
    for name, protocol in PROTOCOLS.items():
        settings = DAT.settings_type(protocol=name)
        assert (settings.embedding, settings.dictionary) == (protocol.embedding, protocol.dictionary)
        assert DAT.settings_type(protocol=name, embedding="builtin").dictionary == "none"


@pytest.mark.parametrize("name", ["dat", "cdat", "drat", "hard_dat", "pace"])
def test_the_settings_know_each_protocol_of_the_card(name):
    benchmark = get_benchmark(name)
    assert set(benchmark.settings_type.protocols) == set(benchmark.card.protocols)


def test_people_come_with_a_dictionary_of_their_own(tmp_path, toy):
    """A file with one word per line."""
    (tmp_path / "mine.txt").write_text("\n".join(TEN[:8]))
    settings = parse_settings(DAT, {"embedding": toy, "dictionary": str(tmp_path / "mine.txt")}, asked=False)
    assert one(DAT.scorer(settings), words=TEN).submetrics["n_valid"] == 8
    with pytest.raises(BadArguments, match=r"dictionary must be one of .*, or a file that exists"):
        DAT.settings(embedding=toy, dictionary="none.txt")
