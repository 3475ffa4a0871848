"""The anchor banks and the noun pools."""

import hashlib

import numpy as np
import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.scenarios.drat.benchmark import DratSettings, pool_label, pool_signature, pool_words
from helm_creativity.scenarios.drat.items import BANKS, ITEMS, anchor_sets
from helm_creativity.words.cues import CUE_WORDS

# Schapiro et al. 2026, appendix F.3; rows with anchors of two words, and the first and last of each bank.
ROWS = {
    "scientific-01": ("heart", "engine", "marketplace", "equation"),
    "scientific-02": ("immune system", "fire", "organization", "theorem"),
    "scientific-08": ("immune system", "friction", "supply chain", "axiom"),
    "scientific-14": ("ant colony", "organization", "factory", "vertex"),
    "scientific-17": ("heartbeat", "oscillator", "pipeline", "topology"),
    "scientific-19": ("phase transition", "revolution", "function", "heartbeat"),
    "scientific-26": ("wave", "function", "antenna", "rumor"),
    "scientific-28": ("democracy", "voting algorithm", "pipeline", "hive"),
    "scientific-30": ("rumor", "broadcast", "transmission", "parasite"),
    "conceptnet-01": ("constitution", "bark", "whale", "neighborhood"),
    "conceptnet-11": ("scale", "artery", "pollen", "supply chain"),
    "conceptnet-22": ("ant", "hope", "voting algorithm", "information"),
    "conceptnet-26": ("crystal", "mountain", "immune system", "salmon"),
    "conceptnet-30": ("theorem", "fog", "chaos", "transmission"),
}
# SHA-256 of the files, which were compared with the print once, row by row.
DIGESTS = {
    "scientific": "cf5e9d27b583e3bb4956fd4a1c5a530d505ee2c240c5523ce790d509b50ea09a",
    "conceptnet": "a79acfb27302106c49838b039a2357a66d3ecefa940f0c388181ad7c430c124c",
}


@pytest.mark.parametrize("bank", BANKS)
def test_thirty_sets_of_four(bank):
    """Numbered from 1, four different anchors each."""
    sets = anchor_sets(bank, 4)
    assert list(sets) == [f"{bank}-{i:02d}" for i in range(1, 31)]
    assert all(len(set(anchors)) == len(anchors) == 4 for anchors in sets.values())
    assert len(set(sets.values())) == 30


@pytest.mark.parametrize("bank", BANKS)
def test_sets_are_as_printed(bank):
    """Byte by byte, and some of them to look at."""
    assert hashlib.sha256((ITEMS / f"{bank}.csv").read_bytes()).hexdigest() == DIGESTS[bank]
    expected = {name: anchors for name, anchors in ROWS.items() if name.startswith(bank)}
    assert {name: anchors_of for name, anchors_of in anchor_sets(bank, 4).items() if name in expected} == expected


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize("k", [2, 3])
def test_smaller_sets_are_the_first_anchors(bank, k):
    """Appendix F.3, under the same names."""
    assert anchor_sets(bank, k) == {name: anchors[:k] for name, anchors in anchor_sets(bank, 4).items()}
    assert {len(anchors) for anchors in anchor_sets(bank, k).values()} == {k}


def test_anchors_of_two_words():
    """In print, spaces part columns too; these five are one anchor each."""
    anchors = {anchor for bank in BANKS for anchor_set in anchor_sets(bank, 4).values() for anchor in anchor_set}
    assert {anchor for anchor in anchors if " " in anchor} == {
        "ant colony",
        "immune system",
        "phase transition",
        "supply chain",
        "voting algorithm",
    }
    assert all(anchor == anchor.strip().lower() for anchor in anchors)


def test_the_builtin_table_knows_every_anchor_and_every_word_of_the_pools():
    """Everything runs offline."""
    anchors = [anchor for bank in BANKS for anchor_set in anchor_sets(bank, 4).values() for anchor in anchor_set]
    assert len(anchors) == 240
    assert builtin().knows(anchors).all()
    assert builtin().knows(pool_words("cue_words")).all()
    assert builtin().knows(pool_words("nouns")).all()


def test_the_papers_pool_is_the_cue_words():
    """With which its Figure 8 comes out."""
    assert DratSettings(protocol="schapiro2026").pool == "cue_words"
    assert pool_words("cue_words") == CUE_WORDS


def test_the_pool_of_nouns_is_drawn_once_and_for_all():
    """All of WordNet's nouns in an order that is the same on every machine, of which a thousand are taken."""
    nouns = pool_words("nouns")
    assert sorted(nouns) == list(builtin().nouns)
    places = np.array([builtin().nouns.index(noun) for noun in nouns[:1000:10]]) / len(builtin().nouns)
    assert 0.4 < places.mean() < 0.6
    assert pool_signature("nouns") == "nouns@sha256:3daf9b13b75f/1000"
    assert pool_signature("cue_words") == "cue_words@sha256:29dcf9ad0f55/50"


def pool_file(folder, words, name="my pool.txt"):
    """Path of a new file."""
    path = folder / name
    path.write_text("# mine\n\n" + "\n".join(words) + "\n")
    return str(path)


def test_a_pool_from_a_file(tmp_path):
    """One word per line, each once; its name has the checksum of the words, wherever the file lies."""
    words = [*CUE_WORDS[:12], CUE_WORDS[0]]
    path = pool_file(tmp_path, words)
    assert pool_words(path) == CUE_WORDS[:12]
    digest = hashlib.sha256("\n".join(CUE_WORDS[:12]).encode()).hexdigest()[:12]
    assert pool_label(path) == f"my-pool@{digest}"
    assert pool_signature(path) == f"my-pool@sha256:{digest}/12"
    (tmp_path / "other").mkdir()
    assert pool_label(pool_file(tmp_path / "other", words)) == pool_label(path)
    assert pool_label(pool_file(tmp_path / "other", words[1:])) != pool_label(path)


@pytest.mark.parametrize("name", ["a,b=c.txt", "cue_words.txt", "nouns.txt"])
def test_the_name_of_a_file_can_stand_in_the_name_of_a_run(tmp_path, name):
    """And is not taken for a pool of the package."""
    label = pool_label(pool_file(tmp_path, CUE_WORDS[:10], name))
    assert not set(label) & set(",=")
    assert label not in ("cue_words", "nouns")


def test_a_pool_needs_ten_words(tmp_path):
    """Nine are refused, with their number."""
    assert len(pool_words(pool_file(tmp_path, CUE_WORDS[:10]))) == 10
    with pytest.raises(FileProblem, match="has 9 words; a quantile needs at least 10"):
        pool_words(pool_file(tmp_path, [*CUE_WORDS[:9], CUE_WORDS[0]]))


def test_a_pool_that_is_none(tmp_path):
    """A wrong name, a folder, and a file that is no text."""
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for pool in ("cues", str(tmp_path), str(tmp_path / "binary")):
        with pytest.raises(FileProblem, match="pool must be one of cue_words, nouns, or a file with one word per line"):
            pool_words(pool)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"utility": "mean"}, "utility must be one of max, min, avg, got 'mean'"),
        ({"quantile": 1.01}, r"quantile must be a number from 0 to 1, got 1\.01"),
        ({"quantile": -0.1}, "quantile must be a number from 0 to 1"),
        ({"quantile": float("nan")}, "quantile must be a number from 0 to 1, got nan"),
        ({"n_min": 1}, "n_min must be a whole number from 2 to 10, got 1"),
        ({"n_min": 11}, "n_min must be a whole number from 2 to 10, got 11"),
    ],
)
def test_impossible_rules_are_refused(settings, message):
    """By name, with what is possible."""
    with pytest.raises(BadArguments, match=message):
        DratSettings(**{"protocol": "schapiro2026", **settings})


@pytest.mark.parametrize(
    ("settings", "text"), [({}, "3-10 of 10"), ({"n_min": 10}, "10 of 10"), ({"n_min": 2}, "2-10 of 10")]
)
def test_ten_words_are_asked_for_and_scored(settings, text):
    """And as many as must survive are needed."""
    assert str(DratSettings(**{"protocol": "schapiro2026", **settings}).rule) == text
