"""The writer's own turn in what a server returned: no thoughts, no control tokens, nothing behind its end."""

from __future__ import annotations

from functools import lru_cache

from helm_creativity.benchmark.types import visible
from helm_creativity.parsing.grammar import ANY_CASE, read_patterns
from helm_creativity.parsing.text import clean

_RE = read_patterns("turns", ANY_CASE)[0]
_LABELS = ("User", "Human", "Assistant", "USER", "HUMAN", "ASSISTANT")
_SIGNS = ("<", "INST]", "THINK]", "FINAL RESPONSE]", "assistantfinal", *_LABELS)


# The same response is looked up several times in a row: is it empty, is it a refusal, what does it list.
@lru_cache(maxsize=8)
def own_turn(text: str) -> str:
    """The reply itself, in one spelling.

    Small models and their servers leave control tokens in the text ("<|im_end|>", "</s>"), and go on behind them with a
    turn of the other side, which is no part of the answer, marked by tokens or, in a paragraph of its own, by "User:".
    """
    return text.strip() if _is_plain(text) else _between_tokens(clean(_stripped(text)))


def as_written(text: str) -> str:
    """The writer's own turn in the writer's spelling; the one that lists are read in makes 106 of a million (10⁶).

    Where a server left control tokens in the text, what stands between them is in that other spelling.
    """
    own = own_turn(text)
    if _is_plain(text):
        return own
    body = _stripped(text)
    return body if clean(body).strip() == own else own


def whole_turn(text: str) -> str:
    """The writer's own turn for a conversation that goes on: answer tags and what is around them stay."""
    return _between_tokens(_without_other_turns(outside_thoughts(visible(text))))


def without_ends(text: str) -> str:
    """A part of a turn, known to go on up to its own end, so that nothing in it reads as the end of the turn.

    Control tokens go, and before the label of another side no line stays blank.
    """
    text = _RE["token"].sub(" ", text)
    parts, start = [], 0
    for label in _RE["other_label"].finditer(text):
        parts.append(text[start : label.start()].rstrip())
        start = label.end() - len(label[0].lstrip())
    return "\n".join([*parts, text[start:]])


def strip_thoughts(text: str) -> str:
    """The reply without its reasoning; what is marked as the answer, if anything is.

    Knows `<think>`, `<thinking>`, `<thought>`, `<thoughts>`, `<reasoning>` (any case), `[THINK]`, the control tokens
    around thoughts of several families of models, and the mark of a channel named "final". Where only the closing tag
    arrives, because the opening one was part of the prompt, all before it is reasoning. An opening tag that is never
    closed leaves nothing: the model was still thinking when it ended. Of several `<answer>` the last counts; there a
    missing partner is forgiven, because prompts open the tag and stop sequences cut it off.
    """
    return _marked_answer(outside_thoughts(text)).strip()


def outside_thoughts(text: str) -> str:
    """What stands outside the thoughts, answer tags and all."""
    parts = _thoughts_and_rest(text)
    # Joined by a line end, so that no new tag can arise from the two sides of a removed one.
    return "" if parts[-1][1] else "\n".join(part for part, is_thought in parts if not is_thought)


def thoughts(text: str) -> str:
    """What stands inside the thoughts, without tags and control tokens; "" where there are none."""
    inside = (part for part, is_thought in _thoughts_and_rest(visible(text)) if is_thought)
    return "\n".join(filter(None, (_RE["token"].sub("\n", part).strip() for part in inside)))


def _thoughts_and_rest(text: str) -> list[tuple[str, bool]]:
    """The parts of a text, and which are thoughts: all before a tag that closes what was never opened."""
    parts: list[tuple[str, bool]] = []
    start = before_reply = 0
    thinking = False
    for tag in _RE["thought"].finditer(text):
        closes = any(tag[f"close{number}"] for number in ("", 2, 3, 4))
        parts.append((text[start : tag.start()], thinking))
        before_reply = len(parts) if closes and not thinking else before_reply
        start, thinking = tag.end(), not closes
    parts.append((text[start:], thinking))
    return [(part, True) for part, _ in parts[:before_reply]] + parts[before_reply:]


def _stripped(text: str) -> str:
    return _marked_answer(_without_other_turns(outside_thoughts(visible(text)))).strip()


def _without_other_turns(text: str) -> str:
    if not any(label in text for label in _LABELS):
        return text
    own = _RE["own_label"].match(text)
    other = _RE["other_label"].search(text, own.end() if own else 0)
    return text[own.end() if own else 0 : other.start() if other else None]


def _between_tokens(body: str) -> str:
    opening = _RE["opening"].match(body)
    body = body[opening.end() :] if opening else body
    end = _RE["end"].search(body)
    return _RE["token"].sub("\n", body[: end.start()] if end else body).strip()


def _is_plain(text: str) -> bool:
    """Whether there is nothing to take away: no tags, no control tokens, no character that has two spellings."""
    return text.isascii() and not any(sign in text for sign in _SIGNS) and text.replace("\n", "").isprintable()


def _marked_answer(text: str) -> str:
    tags = list(_RE["answer"].finditer(text))
    opens = [i for i, tag in enumerate(tags) if not tag["close"]]
    first = opens[-1] + 1 if opens else len(tags) - 1  # the tag that ends the answer
    start = tags[first - 1].end() if first > 0 else 0
    return text[start : tags[first].start() if 0 <= first < len(tags) else None]
