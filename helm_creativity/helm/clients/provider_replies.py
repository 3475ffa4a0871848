"""What a provider sent, before HELM's client makes something of it: a usable reply, or why it is none.

Servers that speak OpenAI's protocol differ in what they send, and HELM's clients take most of it for a success, which
HELM's cache then keeps for good. So a reply becomes one of these:

* text, also in parts, which are joined, or a refusal, from the field of that name; an empty one for nothing, only
  reasoning, only calls of tools;
* ``MalformedReply``: content that is no text, no choices, a reply that broke off, a text that is far too long;
* ``ReportedError``: an error in place of a reply, under whatever HTTP status.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from helm.common.request import GeneratedOutput

LONGEST = 1 << 20
"""Characters of a reply. A longer one is malformed, so that no reader meets it."""

MALFORMED = "malformed reply"
"""Begins the message of a ``MalformedReply``, and so tells it apart wherever it is kept."""

REFUSAL = "refusal"
"""Reason to finish of a reply whose text is its refusal."""

_BROKEN_OFF = frozenset({"error", "cancelled", "canceled", "abort", "aborted"})
_TEXT_PARTS = frozenset({"text", "output_text"})
_OTHER_PARTS = frozenset({"thinking", "reasoning", "redacted_thinking", "tool_use", "tool_call", "function", REFUSAL})
_REASONING = ("reasoning", "thinking")
"""Names of fields of a message, and of parts of its content, whose text is under the same name."""


class MalformedReply(Exception):
    """A reply that cannot be used. To ask once more may bring another one, so it is not kept."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{MALFORMED}: {what}")


class ReportedError(Exception):
    """An error that came in place of a reply. Its message has the status that the server names, and its words."""


def usable_reply(response: object, asked: int = 1, *, has_choices: bool = True, logprobs: bool = False) -> Any:  # noqa: ANN401
    """A provider's JSON in the one form that HELM's clients read."""
    found = _object(response, "a JSON object")
    if "choices" not in found:
        if has_choices:
            raise MalformedReply("it has no choices")
        return response
    choices = found["choices"]
    if not isinstance(choices, Sequence) or isinstance(choices, str):
        raise MalformedReply(f"expected a list of choices, got {_shown(choices)}")
    if not choices:
        raise MalformedReply("its list of choices is empty")
    indices = [choice.get("index") if isinstance(choice, Mapping) else None for choice in choices]
    if len(set(map(repr, indices))) == len(choices) and all(type(index) is int for index in indices):
        choices = sorted(choices, key=lambda choice: choice["index"])
    return {**found, "choices": [_choice(choice, logprobs) for choice in choices[:asked]]}


def _object(value: object, expected: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise MalformedReply(f"expected {expected}, got {_shown(value)}")
    if error := value.get("error"):
        raise _reported(error)
    return value


def _choice(found: object, logprobs: bool) -> dict[str, Any]:
    choice = dict(_object(found, "a choice"))
    finish = choice.get("finish_reason")
    require_whole(finish)
    finish = finish if isinstance(finish, str) else None
    if "message" not in choice and "text" in choice:  # of the interface without chat
        text = choice["text"] = text_in(choice["text"])
        choice["logprobs"] = _token_logprobs(choice.get("logprobs"))
    else:
        message = choice.get("message")
        if not isinstance(message, Mapping):
            raise MalformedReply(f"expected a message, got {_shown(message)}")
        text, parts = text_in(message.get("content")), _parts(message.get("content"))
        refusals = [message.get(REFUSAL), *(part.get(REFUSAL) for part in parts if part.get("type") == REFUSAL)]
        refusal = next((words for words in refusals if isinstance(words, str) and words.strip()), "")
        if refusal and not text.strip():
            text, finish = refusal, REFUSAL
        choice["message"] = {**message, "content": text}
        if (reasoning := _reasoning_in(message, parts)) or "reasoning_content" in message:
            choice["message"]["reasoning_content"] = reasoning
        if not logprobs:
            choice["logprobs"] = None
    if finish is None and _is_half_json(text):
        raise MalformedReply("it ends in the middle of its JSON, and says no finish_reason")
    choice["finish_reason"] = finish
    return choice


def _token_logprobs(found: object) -> dict[str, list[Any]]:
    """Tokens and their log-probabilities, of which HELM's client needs lists; empty ones where a server has none."""
    known = found if isinstance(found, Mapping) else {}
    tokens, values = known.get("tokens"), known.get("token_logprobs")
    if isinstance(tokens, list) and isinstance(values, list) and len(tokens) == len(values):
        numbers = all(value is None or type(value) in (int, float) for value in values)
        if numbers and all(isinstance(token, str) for token in tokens):
            return {"tokens": tokens, "token_logprobs": values}
    return {"tokens": [], "token_logprobs": []}


def is_malformed(error: str) -> bool:
    """Whether the text of an error is that of a ``MalformedReply``."""
    return f"{MALFORMED}: " in error


def require_whole(finish: object) -> None:
    """Refuses a reply of which the server says that it broke off, in its reason to finish."""
    if isinstance(finish, str) and finish.lower() in _BROKEN_OFF:
        raise MalformedReply(f"the server broke off: finish_reason {finish!r}")


def usable_completion(completion: GeneratedOutput) -> GeneratedOutput:
    """What a client of HELM's made of a reply, with a text: not every client's replies are seen before that."""
    require_whole((completion.finish_reason or {}).get("reason"))
    thinking: Any = completion.thinking
    if thinking is not None and not isinstance(thinking.text, (str, type(None))):
        thinking = None
    return replace(completion, text=text_in(completion.text), thinking=thinking)


def text_in(content: object) -> str:
    """The text of a reply's content: itself, or the texts among its parts; "" for null."""
    if content is not None and (not isinstance(content, (str, Mapping, list)) or content == {}):
        raise MalformedReply(f"expected text as its content, got {_shown(content)}")
    parts: Any = content if isinstance(content, list) else [content or ""]
    text = "".join(map(_part, parts))
    if len(text) > LONGEST:
        raise MalformedReply(f"it has {len(text):,} characters, and at most {LONGEST:,} are read")
    return text


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        raise MalformedReply(f"expected a part of its content, got {_shown(part)}")
    kind, text = str(part.get("type", "text")), part.get("text")
    if kind in _OTHER_PARTS:
        return ""
    if kind not in _TEXT_PARTS:
        raise MalformedReply(f"expected text as its content, got a part of type {kind[:40]!r}")
    if isinstance(text, Mapping):  # as OpenAI's assistants have it
        text = text.get("value")
    if not isinstance(text, str):
        raise MalformedReply(f"expected text in a part of its content, got {_shown(text)}")
    return text


def _parts(content: object) -> list[Mapping[str, Any]]:
    return [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []


def _reasoning_in(message: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> str | None:
    """Reasoning beside a reply, under whichever name it comes; None without any. HELM keeps that of the first name."""

    def readable(content: object) -> str:
        try:
            return text_in(content)
        except MalformedReply:
            return ""

    found = [readable(message.get(name)) for name in ("reasoning_content", *_REASONING)]
    inside = "".join(readable(part.get(name)) for part in parts for name in _REASONING if part.get("type") == name)
    return next(filter(None, [*found, inside]), None)


def _is_half_json(text: str) -> bool:
    body = text.strip().removeprefix("```json").removeprefix("```").lstrip()
    try:
        if body[:1] in ("{", "["):
            json.JSONDecoder().raw_decode(body)
    except json.JSONDecodeError as error:
        # It was read up to its end; or it ends within a string, where the error is at the string's beginning.
        return error.pos >= len(body.rstrip()) or error.msg.startswith("Unterminated string")
    except RecursionError:
        pass
    return False


def _reported(error: object) -> ReportedError:
    """Its status comes first, so that ``classify_failure`` finds it."""
    if not isinstance(error, Mapping):
        return ReportedError(f"the server reported an error: {str(error)[:2000]}")
    words = error.get("message") or error.get("detail") or error
    named = [str(error[name]) for name in ("code", "status", "type") if isinstance(error.get(name), (str, int))]
    status = next((name for name in named if name.isdecimal() and 400 <= int(name[:4]) < 600), "")
    kinds = " ".join(name for name in named if not name.isdecimal())
    head = f"Error code: {status} -" if status else "the server reported an error:"
    return ReportedError(f"{head} {str(words)[:2000]}" + (f" ({kinds})" if kinds else ""))


def _shown(value: object) -> str:
    return json.dumps(value, default=str)[:60]
