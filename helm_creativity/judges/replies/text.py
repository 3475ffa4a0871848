"""The text of a judge's reply in one spelling, and whether it was truncated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from helm_creativity.core.types import Response
from helm_creativity.judges.replies.types import Missing
from helm_creativity.parsing import is_refusal
from helm_creativity.parsing.text import clean
from helm_creativity.parsing.turns import own_turn

LONGEST = 50_000
"""Only this many characters at the end of a reply are read. No rating needs more; a reply in a loop may be longer."""

_ENDED = frozenset({"stop", "endoftext"})
_OPEN_ENDS = ".,/-"
# The usual normal form makes 72 of 7², and 71/2 of 7½.
_FOOTNOTES = str.maketrans({**dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹"), "½": ".5", "¼": ".25", "¾": ".75"})
_SIGNS = str.maketrans("−⁄∕", "-//")
_DOUBLE = str.maketrans(dict.fromkeys("“”„«»", '"'))
_SINGLE = str.maketrans(dict.fromkeys("‘’", "'"))

_COMMAND = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|emph|large|Large) ?\{([^{}]{0,200})\}")
_FRACTION = re.compile(r"\\[dt]?frac ?\{([^{}]{1,20})\}\{([^{}]{1,20})\}")
_BOX = re.compile(r"\\f?boxed? ?\{([^{}]{0,80})\}")
_FORMULA = re.compile(r"\$([^\s$]{1,60})\$|\\[()\[\]]")
_ELEMENT = re.compile(r"</?(?:b|i|u|p|li|ul|ol|em|br|div|span|strong|code|sup|sub|h[1-6])\b[^<>]{0,60}>")
_EMPHASIS = re.compile(r"(?P<inner>(?<=\w)[*`~]+(?=\w))|[*`~]+|(?<![^\W_])_+|_+(?![^\W_])")


@dataclass(frozen=True)
class Reply:
    """A judge's own words.

    Attributes:
        text: the reply without thoughts, control tokens and emphasis; what was in a LaTeX box stands in "[[...]]".
        truncated: it ended at the token limit.
        ended: the server says that the judge ended it.
        open_end: the last characters as they arrived could be the beginning of a longer number or word.
        refused: it opens by declining the task.
    """

    text: str
    truncated: bool
    ended: bool
    open_end: bool
    refused: bool

    def unfinished(self, end: int) -> bool:
        """Whether something that ends here may go on behind the truncation: "1" may be the beginning of "10"."""
        return self.open_end and len(self.text) - end <= 1 and self.text[end:] in ("", *_OPEN_ENDS)


def reply_of(answer: Response) -> Reply:
    """The judge's own words in one spelling, in time linear in the length of the answer."""
    raw = answer.text if answer.text.isascii() else answer.text.translate(_FOOTNOTES)
    body = own_turn(raw)[-LONGEST:]
    return Reply(
        text=_plain(body).strip(),
        truncated=answer.finish_reason == "length",
        ended=answer.finish_reason in _ENDED,
        open_end=raw[-1:] == body[-1:] and (raw[-1:].isalnum() or raw[-1:] in tuple(_OPEN_ENDS)),
        refused=is_refusal(body),
    )


def spellings(text: str) -> list[str]:
    """A text as it can stand in the text of a reply: word for word, and without what replies are freed of."""
    raw = clean(text if text.isascii() else text.translate(_FOOTNOTES))
    return list(dict.fromkeys([raw, _plain(raw), _plain(own_turn(raw))]))


def unasked(answer: Response) -> Missing | None:
    """Why there is nothing to read, whatever text arrived: the content filter, or a failed request."""
    if answer.finish_reason == "content_filter":
        return Missing.REFUSED
    return Missing.FAILED if answer.failed else None


def unfound(reply: Reply) -> Missing:
    """Why nothing was found in a reply that was read."""
    if reply.truncated:
        return Missing.TRUNCATED
    if not reply.text:
        return Missing.EMPTY
    return Missing.REFUSED if reply.refused else Missing.UNPARSABLE


def _plain(body: str) -> str:
    """The text without emphasis, elements of HTML, and the commands of LaTeX."""
    if "\\" in body:
        body = _BOX.sub(r"[[\1]]", _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", body)))
    if "$" in body or "\\" in body:
        body = _FORMULA.sub(lambda match: match[1] or " ", body)
    body = _ELEMENT.sub(" ", body) if "<" in body else body
    return _EMPHASIS.sub(lambda match: " " if match["inner"] else "", _straight(body.translate(_SIGNS)))


def _straight(body: str) -> str:
    """The text with straight quotes, where it has none of its own that the others would be mistaken for."""
    if body.isascii():
        return body
    body = body if '"' in body else body.translate(_DOUBLE)
    return body if "'" in body else body.translate(_SINGLE)
