"""The writer's own turn in what a server returned: no thoughts, no control tokens, nothing behind its end."""

from __future__ import annotations

import re
from functools import lru_cache

from helm_creativity.benchmark.types import visible
from helm_creativity.parsing.text import clean

# The spellings in square brackets are control tokens of single families of models, and only in capitals.
_THOUGHT = re.compile(
    r"<(?P<close>/?)(?:seed:|longcat_)?(?:think|thinking|thoughts?|reasoning|reflection)>"
    r"|(?-i:\[(?P<close2>/?)THINK\])"
    r"|(?P<close3><\|channel\|>final(?=<\|message\|>)|(?-i:assistantfinal|\[BEGIN FINAL RESPONSE\])|<unused95>"
    r"|<channel\|>|<\|(?:end_thinking|inner_suffix|end_of_thought)\|>)"
    r"|◁(?P<close4>/?)think▷|<unused94>|<\|channel>(?:thought\b)?"
    r"|<\|(?:start_thinking|inner_prefix|begin_of_thought)\|>",
    re.IGNORECASE,
)
_ANSWER = re.compile(r"<(?P<close>/?)(?:answer|output)>", re.IGNORECASE)
_END = re.compile(
    r"<\|(?:im_end|endoftext|end_of_text|end▁of▁sentence|eot_id|end|eos|return)\|>|</s>|<eos>|<end_of_turn>|<turn\|>"
    r"|\[END FINAL RESPONSE\]"
)
_TOKEN = (
    r"(?:<\|[\w-]{1,30}\|>|</?s>|<[be]os>|<(?:start|end)_of_turn>|<\|turn>|<turn\|>|<extra_id_\d{1,2}>"
    r"|<[A-Z]{2,12}_TOKEN>|\[/?INST\])"
)
_TOKENS = re.compile(_TOKEN)
_OWN_LABEL = re.compile(r"\s*[*_]{0,2}(?:Assistant|ASSISTANT)[*_]{0,2}:[*_]{0,2}[ \t]?")
_OTHER_LABEL = re.compile(r"\n[ \t]{0,20}\n[ \t]{0,20}(?:#{1,3} )?[*_]{0,2}(?:User|Human|USER|HUMAN)[*_]{0,2}:")
_LABELS = ("User", "Human", "Assistant", "USER", "HUMAN", "ASSISTANT")
_SIGNS = ("<", "INST]", "THINK]", "FINAL RESPONSE]", "assistantfinal", *_LABELS)
_OPENING = re.compile(rf"(?:\s*{_TOKEN}(?:(?:assistant|model)\b)?)+")


# The same response is looked up several times in a row: is it empty, is it a refusal, what does it list.
@lru_cache(maxsize=8)
def own_turn(text: str) -> str:
    """The reply itself, in one spelling.

    Small models and their servers leave control tokens in the text ("<|im_end|>", "</s>"), and go on behind them with a
    turn of the other side, which is no part of the answer, marked by tokens or, in a paragraph of its own, by "User:".
    """
    if _is_plain(text):
        return text.strip()
    return _between_tokens(clean(_stripped(visible(text))))


def as_written(text: str) -> str:
    """The writer's own turn in the writer's spelling; the one that lists are read in makes 106 of a million (10⁶).

    Where a server left control tokens in the text, what stands between them is in that other spelling.
    """
    own = own_turn(text)
    if _is_plain(text):
        return own
    body = _stripped(visible(text))
    return body if clean(body).strip() == own else own


def whole_turn(text: str) -> str:
    """The writer's own turn for a conversation that goes on: answer tags and what is around them stay."""
    return _between_tokens(_without_other_turns(outside_thoughts(visible(text))))


def without_ends(text: str) -> str:
    """A part of a turn, known to go on up to its own end, so that nothing in it reads as the end of the turn.

    Control tokens go, and before the label of another side no line stays blank.
    """
    text = _TOKENS.sub(" ", text)
    parts, start = [], 0
    for label in _OTHER_LABEL.finditer(text):
        parts.append(text[start : label.start()].rstrip())
        start = label.end() - len(label[0].lstrip())
    return "\n".join([*parts, text[start:]])


def _stripped(text: str) -> str:
    return _marked_answer(_without_other_turns(outside_thoughts(text))).strip()


def _without_other_turns(text: str) -> str:
    if not any(label in text for label in _LABELS):
        return text
    own = _OWN_LABEL.match(text)
    text = text[own.end() :] if own else text
    other = _OTHER_LABEL.search(text)
    return text[: other.start()] if other else text


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
    inside = [_TOKENS.sub("\n", part).strip() for part, is_thought in _thoughts_and_rest(visible(text)) if is_thought]
    return "\n".join(filter(None, inside))


def _thoughts_and_rest(text: str) -> list[tuple[str, bool]]:
    """The parts of a text, and which are thoughts: all before a tag that closes what was never opened."""
    parts: list[tuple[str, bool]] = []
    start = before_reply = 0
    thinking = False
    for tag in _THOUGHT.finditer(text):
        closes = any(tag[f"close{number}"] for number in ("", 2, 3, 4))
        parts.append((text[start : tag.start()], thinking))
        if closes and not thinking:
            before_reply = len(parts)
        thinking = not closes
        start = tag.end()
    parts.append((text[start:], thinking))
    return [(part, True) for part, _ in parts[:before_reply]] + parts[before_reply:]


def _between_tokens(body: str) -> str:
    opening = _OPENING.match(body)
    body = body[opening.end() :] if opening else body
    end = _END.search(body)
    return _TOKENS.sub("\n", body[: end.start()] if end else body).strip()


def _is_plain(text: str) -> bool:
    """Whether there is nothing to take away: no tags, no control tokens, no character that has two spellings."""
    return text.isascii() and not any(sign in text for sign in _SIGNS) and text.replace("\n", "").isprintable()


def _marked_answer(text: str) -> str:
    tags = list(_ANSWER.finditer(text))
    if not tags:
        return text
    opening = max((i for i, tag in enumerate(tags) if not tag["close"]), default=None)
    if opening is None:
        start, end = (tags[-2].end() if len(tags) > 1 else 0), tags[-1].start()
    else:
        start, end = tags[opening].end(), tags[opening + 1].start() if opening + 1 < len(tags) else len(text)
    return text[start:end]
