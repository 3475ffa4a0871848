"""The writer's own turn in what a server returned: no thoughts, no control tokens, nothing behind its end."""

from __future__ import annotations

import re
from functools import lru_cache

from helm_creativity.parsing.text import clean
from helm_creativity.parsing.thoughts import outside_thoughts, strip_thoughts

_END = re.compile(r"<\|(?:im_end|endoftext|end_of_text|eot_id|end|eos|return)\|>|</s>|<eos>|<end_of_turn>")
_TOKEN = r"(?:<\|[\w-]{1,30}\|>|</?s>|<[be]os>|<(?:start|end)_of_turn>|\[/?INST\])"
_TOKENS = re.compile(_TOKEN)
_OPENING = re.compile(rf"(?:\s*{_TOKEN}(?:(?:assistant|model)\b)?)+")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_HALF = re.compile("[\ud800-\udfff]")


# The same response is looked up several times in a row: is it empty, is it a refusal, what does it list.
@lru_cache(maxsize=8)
def own_turn(text: str) -> str:
    """The reply itself, in one spelling.

    Small models and their servers leave control tokens in the text ("<|im_end|>", "</s>"), and go on behind them with a
    turn of the other side, which is no part of the answer.

    Returns:
        The text without thoughts, cleaned; "" if nothing is left.
    """
    if _is_plain(text):
        return text.strip()
    return _between_tokens(clean(strip_thoughts(text)))


def as_written(text: str) -> str:
    """The writer's own turn in the writer's spelling; the one that lists are read in makes 106 of a million (10⁶).

    Where a server left control tokens in the text, what stands between them is in that other spelling.
    """
    own = own_turn(text)
    body = strip_thoughts(text)
    if clean(body).strip() != own:
        return own
    return _HALF.sub("\ufffd", _CONTROL.sub("", "\n".join(body.splitlines()))).strip()


def whole_turn(text: str) -> str:
    """The writer's own turn for a conversation that goes on: answer tags and what is around them stay.

    Returns:
        The text without thoughts and control tokens; "" if nothing is left.
    """
    return _HALF.sub("\ufffd", _CONTROL.sub("", _between_tokens(outside_thoughts(text)))).strip()


def _between_tokens(body: str) -> str:
    """What stands between control tokens, up to the one that ends the turn."""
    opening = _OPENING.match(body)
    body = body[opening.end() :] if opening else body
    end = _END.search(body)
    return _TOKENS.sub("\n", body[: end.start()] if end else body).strip()


def _is_plain(text: str) -> bool:
    """Whether there is nothing to take away: no tags, no control tokens, no character that has two spellings."""
    return (
        text.isascii()
        and "<" not in text
        and "INST]" not in text
        and "THINK]" not in text
        and text.replace("\n", "").isprintable()
    )
