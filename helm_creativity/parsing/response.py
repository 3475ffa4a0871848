"""A response as it arrived, why it ended, and why it may have no score before anything is parsed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.turns import as_written, own_turn, thoughts

if TYPE_CHECKING:
    from helm_creativity.parsing.plausibility import Form

_FILTERED = re.compile(r"content|filter|blocked|policy|safety|moderation|flagged|refus", re.IGNORECASE)
# An error says much else; "all messages must have a role and content" is no filter.
_BLOCKED = re.compile(
    r"content[_ -]?(?:filter|block|policy|management|moderat)|blocked|safety|moderation|flagged|violat.{0,40}polic"
    r"|polic(?:y|ies).{0,20}violat",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+")
_LABEL_AT_END = re.compile(
    r"(?:\s+(?:my |the )?(?:answer|response|output|reply|result|assistant|ai)\W*)+\Z", re.IGNORECASE
)
_REPEATED, _FEWEST_REPEATED = 0.9, 3


def answered(text: str, reason: object) -> Response:
    """A completion that came."""
    finish = str(reason or "unknown")
    if finish.lower() in {"length", "max_tokens", "max_output_tokens", "model_length"}:  # as each provider says it
        return Response(text, finish_reason="length")
    return Response(text, finish_reason="content_filter" if _FILTERED.search(finish) else finish)


def completed(text: str, reason: Mapping[str, Any] | None, success: bool, error: object) -> Response:
    """A completion as HELM has it, with its reason to finish and whether the request succeeded.

    A request that a provider's content filter stopped is a refusal, whether the provider says so in the reason to
    finish or HELM has made an error of it.
    """
    if success:
        return answered(text, (reason or {}).get("reason"))
    blocked = _BLOCKED.search(str(error or "")) is not None
    return Response(text, finish_reason="content_filter" if blocked else "unknown", failed=True)


def in_run(response: Response, is_cut: bool, thinking: object, *prompts: object) -> Response:
    """A response with what HELM keeps apart: whether it cut the prompt, the provider's reasoning, and the prompts."""
    thinking = thinking if isinstance(thinking, str) else ""
    return to_prompts(replace(response, prompt_truncated=is_cut, thinking=thinking), *prompts)


def to_prompts(response: Response, *prompts: object) -> Response:
    """A response with whether it is the echo of what was asked: with an instruction before it, or without."""
    texts = [prompt for prompt in prompts if isinstance(prompt, str)]
    return replace(response, echo=True) if any(echoes(response.completion, text) for text in texts) else response


def echoes(text: str, prompt: str) -> bool:
    """Whether a response repeats its prompt, and goes on with no words of its own.

    Nine tenths of the words of each are those of the other. What is longer than the prompt and ends in
    another word goes on to respond.
    """
    if 2 * len(text) < len(prompt):  # most responses are shorter or longer, and a look at words costs more
        return False
    own, task = own_turn(text), own_turn(prompt)
    if not len(task) <= 2 * len(own) <= 4 * len(task):
        return False
    said, asked = (_WORDS.findall(_LABEL_AT_END.sub("", part).casefold()) for part in (own, task))
    longer, shorter = max(len(said), len(asked)), min(len(said), len(asked))
    if shorter < _FEWEST_REPEATED or shorter < _REPEATED * longer or (len(said) > len(asked) and said[-1] != asked[-1]):
        return False
    return sum((Counter(said) & Counter(asked)).values()) >= _REPEATED * longer


def marked(response: Response) -> FailureReason | None:
    """Why the response cannot be scored whatever its text is; see ``unanswered``."""
    if response.prompt_truncated:
        return FailureReason.PROMPT_TRUNCATED
    if response.finish_reason == "content_filter":
        return FailureReason.REFUSED
    if response.failed:
        return FailureReason.FAILED
    return FailureReason.TRUNCATED if response.finish_reason == "length" else None


def unanswered(response: Response, expected: int | None = None, form: Form | None = None) -> FailureReason | None:
    """Why the response cannot be scored, as far as that shows before it is parsed.

    In this order: a prompt that HELM cut, since whatever came is no answer to the task; then a content filter, which is
    a refusal, whatever else happened; then the failed request; then a response truncated at the token limit, whatever
    text arrived, because a truncated reasoning model is not uncreative; then a response without any text outside its
    thoughts; then one that repeats its prompt; then a refusal in words; then a reply that should hold several
    responses, where these cannot be told apart; then a text that is no answer to anything.
    """
    if reason := marked(response):
        return reason
    text = response.text or response.completion
    if not own_turn(text):
        return FailureReason.EMPTY
    if response.echo:
        return FailureReason.ECHO
    from helm_creativity.parsing.refusals import is_refusal  # it reads lists, whose patterns take a while to compile

    if is_refusal(text, expected if response.text else None):
        return FailureReason.REFUSED
    if not response.text:
        return FailureReason.UNPARSABLE
    if form is None:
        return None
    from helm_creativity.parsing.plausibility import implausible

    return FailureReason.IMPLAUSIBLE if implausible(own_turn(response.text), form) else None


def despite_ratings(reason: FailureReason | None) -> FailureReason | None:
    """The reason, as far as it holds of a response that a file has ratings of.

    A refusal and a text that is none are guesses from its words: "I can't breathe" may begin a poem, and who rated it
    took it for a response. What can be seen of it, such as that it is empty, holds whoever rates it.
    """
    return None if reason in {FailureReason.REFUSED, FailureReason.IMPLAUSIBLE} else reason


def written(response: Response | None, form: Form | None = None) -> str | None:
    """What was answered, as it was written; None where ``unanswered`` says why it cannot be scored."""
    return None if response is None or unanswered(response, form=form) else as_written(response.text)


def reasoning(response: Response) -> str:
    """The reasoning before a response: what the provider sent apart, else the thoughts in the text; "" without any."""
    return response.thinking.strip() or thoughts(response.text)
