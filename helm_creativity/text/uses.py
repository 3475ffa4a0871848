"""A reply to "write down as many unusual uses of an object as you can", parted into distinct uses."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.text.list_lines import LONGEST
from helm_creativity.text.one_use import BLANK, fold, tidy
from helm_creativity.text.plausibility import PHRASES
from helm_creativity.text.response import unanswered
from helm_creativity.text.text import has_substance
from helm_creativity.text.turns import own_turn
from helm_creativity.text.use_phrases import LIST_MARK, is_single, unmarked_uses, uses_behind_fields
from helm_creativity.text.use_sections import ANOTHER, uses_in
from helm_creativity.text.use_talk import CLOSING, EXPLAINS_ABOVE, without_talk

# The whole of a label over ideas that the writer takes back. A use may begin with the same words ("Draft excluder"),
# and a heading may have them ("Less obvious uses"), so that only these wordings count.
_DRAFTS = (
    r"(?:brainstorm(?:ing|ed)?|scratch ?pad|drafts?|(?:first|rough) (?:thoughts|ideas|draft)"
    r"|rejected|discarded|excluded)"
    r"(?: (?:ideas?|uses|list|version|notes|\d))?(?: ?\([^()]{0,60}\))?"
)
_TAKEN_BACK = re.compile(
    rf"(?:step \d{{1,2}}\W{{1,3}})?(?:{_DRAFTS}|(?:not included|not chosen|ruled out|too common|too obvious)\b.{{0,60}}"
    r"|(?:[\w'’-]+,? ){0,8}?(?:i|were|are|and|therefore) (?:have |had |will |would )?(?:reject(?:ed)?|discard(?:ed)?"
    r"|exclud(?:e|ed)|left out|ruled out|not use|threw (?:\w+ )?out)\b.{0,40}"
    r"|(?:uses|ideas) that (?:don['’]t|do not) count\b.{0,60}"
    r"|(?:the )?(?:normal|usual|common|obvious|ordinary) uses (?:would be|are|to avoid)\b.{0,40})",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>\w[\w ]{0,30})>?")
_STEP = re.compile(r"(?:step|phase|stage) \d{1,2}\W{1,3}", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});", re.IGNORECASE)
_FIRST_CIRCLED, _CIRCLED_INSIDE = re.compile("[①⑴]"), re.compile("(?<=\\S)(?=[②-⑳⑵-⒇])")
_FINAL_LABEL = re.compile(r"^\W{0,4}final\w*(?: \w{1,12}){0,2}\W{0,3}:[*_]{0,2}[ \t]*", re.IGNORECASE | re.MULTILINE)
# Another task that the model sets itself.
_NEXT_TASK = re.compile(
    r"(?:(?:now|next)\b.*\b(?:name|list|write|give|think)\b|(?:why|how) (?:these|they)\b|(?:new )?object:"
    r"|(?:user|human|question|q)\W{0,3}:)",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"\s*(?:[-*•+–·]|\(?\d{1,3}[.):]|\|)\s?(?![*_])\S|\s*\d{1,3}[.)] ")
# The usual form: three entries or more on a line each, perhaps announced, perhaps with a sentence behind them.
_WORDS = r"(?:[^\W\d_]|[ ,;:.!?()'’–—-])*"
_USE = rf"(?:\*\*[^\W\d_]{_WORDS}\*\*|[^\W\d_]){_WORDS}"
_USUAL = re.compile(
    r"(?P<title>[A-Z](?:[A-Za-z,'’!* ]|\d+ (?=[a-z])|(?<=[a-z])-(?=[a-z]))*:\n{1,2})?"
    rf"(?P<list>1(?P<stop>[.)]) {_USE}(?:\n{{1,2}}\d{{1,3}}(?P=stop) {_USE}){{2,}}"
    rf"|(?P<bullet>[-*•]) {{1,3}}{_USE}(?:\n{{1,2}}(?P=bullet) {{1,3}}{_USE}){{2,}})"
    r"(?P<closing>\n\n[A-Z][a-z'’]* [a-z](?:[^\W\d_]|[ ,'’-])*[.!?])?"
)


@dataclass(frozen=True)
class UsesParse:
    """The uses in a reply, or why there are none. Exactly one of `uses` and `failure_reason` says something."""

    uses: tuple[str, ...]
    duplicates: int
    failure_reason: FailureReason | None


def parse_uses(answer: Response) -> UsesParse:
    """The distinct uses in a reply.

    Forms in order of trust: JSON, Markdown (numbers, bullets, tables, headings), semicolons, a line for each use,
    commas, one phrase. The outermost structure parts the uses. An explanation belongs to its use, and so do entries
    below an entry, unless that is a category: it ends with a colon or is the name of a place or field. Sentences of
    prose are no uses, and nothing is read of half an array. Two uses are the same where ``fold`` says so.
    """
    reason = unanswered(answer, None, PHRASES)
    if reason is not None:
        return UsesParse((), 0, reason)
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), answer.text)
    body = own_turn(_CIRCLED_INSIDE.sub("\n", text) if _FIRST_CIRCLED.search(text) else text)
    found = usual_uses(body) or read_long(body)
    distinct: dict[str, str] = {}
    for use in found:
        distinct.setdefault(fold(use), use)
    return UsesParse(tuple(distinct.values()), len(found) - len(distinct), None if found else FailureReason.UNPARSABLE)


def hold_one_each(texts: Sequence[str]) -> bool:
    """Whether the responses of a file hold one use each, and ``parse_uses`` would take one of them for something else.

    Nearly all are single lines without list marks then.
    """
    single = [text for text in texts if is_single(text)]
    return len(single) >= 0.9 * len(texts) and any(len(unmarked_uses([text])) != 1 for text in single)


def is_one_use(text: str) -> bool:
    """Whether a response of a file whose rows hold one use each is one: one line, however it is written."""
    own = own_turn(text)
    is_use = not LIST_MARK.search(own) and without_talk(tidy(own))
    return bool(is_use) and unanswered(Response(text), form=PHRASES) is None


def usual_uses(body: str) -> list[str] | None:
    """The uses of a reply in the usual form, read at once; None for any other.

    What it reads is what the long way reads.
    """
    usual = _USUAL.fullmatch(body) if len(body) <= LONGEST else None
    if usual is None:
        return None
    title, closing = (usual["title"] or "").strip(" *:\n"), (usual["closing"] or "").lstrip()
    if _TAKEN_BACK.fullmatch(title) or CLOSING.fullmatch(title) or _NEXT_TASK.match(closing) or ANOTHER.match(closing):
        return None
    uses = []
    for line in filter(None, usual["list"].split("\n")):
        whole = " ".join(line.partition(" ")[2].replace("**", "").split())
        use = whole.rstrip(" .,;:!?")
        taken_back = line.startswith("*") and (_NEXT_TASK.match(use) or _TAKEN_BACK.match(use))
        if (
            taken_back
            or EXPLAINS_ABOVE.match(whole)
            or whole.endswith(":")
            or use.endswith((" and", " or"))
            or BLANK.fullmatch(use)
        ):
            return None
        uses.append(use)
    return None if uses_behind_fields(uses) else uses


def read_long(body: str) -> list[str]:
    """The uses of a reply, repeated ones kept; of all of it where what it does not take back holds none."""
    answer = _answer_in(body)
    parts = [body] if answer == body else [_FINAL_LABEL.sub("", answer), body]
    return next((uses for part in parts if (uses := [use for use in map(tidy, uses_in(part)) if use])), [])


def _answer_in(body: str) -> str:
    """The reply without ideas that its writer takes back, and up to another task."""
    kept: list[str] = []
    dropping = False
    for line in body.split("\n"):
        step = _STEP.match(line.strip(" \t#>*_"))
        plain = line.strip(" \t#>*_")[step.end() if step else 0 :]
        label, colon, behind = plain.partition(":")
        entry = _ENTRY.match(line) is not None
        heads = not entry and not behind.strip(" *_") and (bool(colon) or plain != line.strip())
        if not entry and sum(map(has_substance, kept)) >= 3 and _NEXT_TASK.match(plain):
            break
        before = dropping
        tag = _TAG.fullmatch(plain)
        if tag and _TAKEN_BACK.fullmatch(tag["name"]):
            dropping = not tag["close"]
        elif heads or (dropping and not entry and plain.lower().split()[:1] == ["final"]):
            dropping = _TAKEN_BACK.fullmatch(label.strip(" *_")) is not None
        answers = step and before and not dropping
        inline = not entry and bool(behind) and re.fullmatch(_DRAFTS, label, re.IGNORECASE)
        if not dropping and not inline:
            kept.append(f"{plain}:" if answers else line)
    return "\n".join(kept).strip()
