"""Signatures: one line that holds everything that moves a score."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity import __version__
from helm_creativity.rooms import Prompt, checksum_of, find_room, signature

CARD = find_room("dat").card


def test_settings_stand_in_their_order_before_the_versions():
    """Name first, then key and value."""
    assert signature(CARD, protocol="p", words="7 of 10", n=3) == (
        f"dat|protocol:p|words:7 of 10|n:3|card:{CARD.version}|helm-creativity:{__version__}"
    )
    assert signature(CARD) == f"dat|card:{CARD.version}|helm-creativity:{__version__}"


def test_checksum_of_prompts():
    """How many, and the SHA-256 of their SHA-256s."""
    prompts = [Prompt("a", "one"), Prompt("b", "two")]
    digests = "".join(hashlib.sha256(text.encode()).hexdigest() for text in ("one", "two"))
    assert checksum_of(prompts) == f"2@sha256:{hashlib.sha256(digests.encode()).hexdigest()[:12]}"
    assert checksum_of(iter(prompts)) == checksum_of(prompts)
    assert checksum_of([]).startswith("0@sha256:")


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_other_prompts_have_another_checksum(one, other):
    """Also the same ones in another order, or parted elsewhere."""
    first, second = (checksum_of(Prompt("p", text) for text in texts) for texts in (one, other))
    assert (first == second) == (one == other)
