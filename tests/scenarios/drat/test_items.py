"""The anchor banks and the noun pools."""

import hashlib

import numpy as np
import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.scenarios.drat.benchmark import (
    BANKS,
    ITEMS,
    DratSettings,
    anchor_sets,
    pool_label,
    pool_signature,
    pool_words,
)

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
def test_sets_are_as_printed(bank):
    """Byte by byte, and some of them to look at."""
    assert hashlib.sha256((ITEMS / f"{bank}.csv").read_bytes()).hexdigest() == DIGESTS[bank]
    expected = {name: anchors for name, anchors in ROWS.items() if name.startswith(bank)}
    assert {name: anchors_of for name, anchors_of in anchor_sets(bank, 4).items() if name in expected} == expected


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
