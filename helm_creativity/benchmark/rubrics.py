"""What judges may be asked, as data: templates, dimensions, the scale of ratings, and the form of a reply."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from helm_creativity.benchmark.delimiters import closing_sentence, delimited, opening_tag
from helm_creativity.benchmark.prompts import Place, Prompt, render, template_conditions, template_variables
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response


class Question(NamedTuple):
    """What a judge reads.

    Attributes:
        system: the part before the question; "" where the rubric has none.
        user: the question.
        rated: the texts in it that are to be rated, which may say anything.
    """

    system: str
    user: str
    rated: tuple[str, ...] = ()

    @property
    def characters(self) -> int:
        """Its length, both parts together."""
        return len(self.system) + len(self.user)

    @property
    def text(self) -> str:
        """Both parts, one below the other."""
        return "\n".join(part for part in (self.system, self.user) if part)


class Composed(NamedTuple):
    """What a reply about the parts of one thing says of the thing.

    Attributes:
        reading: of the thing.
        parts: the value of each part, in their order; () where the reading is missing.
    """

    reading: ParsedRating
    parts: tuple[float, ...] = ()


@dataclass(frozen=True)
class Rubric:
    """One question to judges.

    Attributes:
        name: as annotations show it.
        folder: of the benchmark whose templates it has.
        user: the template of the question.
        system: the template of the part before it, or "".
        dimensions: what is rated, as the reply names it.
        scale: numbers that are ratings; None where letters or words are.
        letters: ratings by letter, where the reply is a letter, or by how two texts compare ("A>B", "A=B"; "A>>B" is
            much better); then there is one dimension.
        words: numbers by word, where the reply is a word; then there is one dimension. They decide and rate nothing, so
            that no statistic of ratings has them.
        first_word: whether the word with which the reply begins decides, as the authors of a question read replies,
            and what follows it may have the other words too.
        rated: the templates' variables that hold what is rated. A judge that repeats them gives no rating by that.
        each: the templates' variable that holds several texts, each of which is rated in one dimension; they are what
            is rated. The templates number them from 1. "" where the question is about one thing.
        groups: whether the reply sorts those texts into categories instead of rating them; the value is how many
            different categories there are, and there is neither scale nor letters.
        composed: reads a reply about those texts as one value of the thing that they are parts of; then there is
            neither scale nor letters.
        counts: whether what is composed is a count and rates nothing, so that no statistic of ratings has it.
        asks_json: whether the question asks for one JSON object. Then its schema goes with it (``schema``), and a reply
            without a rating is asked for once more. Not for a question that a paper prints.
        reply_tokens: of a usual reply, or of its part about each text, for plans of cost.
        shown: the templates' variables that print what is rated, each as one text, where these are others than
            ``rated`` and ``each``.
        tagged: whether what they print stands between tags; see ``delimiters``.

    Raises:
        ValueError: for a rubric that cannot be.
    """

    name: str
    folder: Place
    user: str
    dimensions: tuple[str, ...]
    system: str = ""
    scale: Scale | None = None
    letters: Mapping[str, float] | None = None
    words: Mapping[str, float] | None = None
    first_word: bool = False
    rated: tuple[str, ...] = ()
    each: str = ""
    groups: bool = False
    composed: Callable[[Response, Sequence[str]], Composed] | None = None
    counts: bool = False
    asks_json: bool = False
    reply_tokens: int = 1
    shown: tuple[str, ...] = ()
    tagged: bool = False

    def __post_init__(self) -> None:
        together = self.groups or self.composed is not None
        kinds = [kind for kind in (self.scale, self.letters, self.words) if kind is not None]
        if together and (kinds or not self.each):
            raise ValueError(
                f"rubric {self.name!r}: groups of texts and what is composed of them need each=, and have no scale "
                "or letters"
            )
        if self.counts and self.composed is None:
            raise ValueError(f"rubric {self.name!r}: counts needs composed, got nothing")
        if not together and len(kinds) != 1:
            raise ValueError(f"rubric {self.name!r} must have a scale, letters or words")
        one_choice = self.letters is not None or self.words is not None
        if self.each and (len(self.dimensions) != 1 or one_choice or self.rated):
            raise ValueError(
                f"rubric {self.name!r}: several texts take one dimension, no letters, and are all that is rated; "
                f"got {self.dimensions} and rated={self.rated}"
            )
        if one_choice and len(self.dimensions) != 1:
            raise ValueError(f"rubric {self.name!r}: one letter or word is one dimension, got {self.dimensions}")
        if self.first_word and self.words is None:
            raise ValueError(f"rubric {self.name!r}: first_word needs words, got nothing")

    @property
    def decides(self) -> bool:
        """Whether the values are no ratings: counts, numbers of categories, or the worth of words."""
        return self.groups or self.counts or self.words is not None

    @property
    def rates_each(self) -> bool:
        """Whether a reply brings one rating per text, instead of one value."""
        return bool(self.each) and not self.groups and self.composed is None

    def best(self, texts: int = 1) -> float:
        """The greatest value of a dimension; of categories as many as there are texts, of what is composed 1."""
        if self.groups:
            return float(texts)
        choices = self.letters or self.words
        if choices is not None:
            return max(choices.values())
        return 1.0 if self.scale is None else self.scale.high

    def usual_reply_tokens(self, texts: int = 1) -> int:
        """Of a usual reply to a question about so many texts."""
        return self.reply_tokens * (texts if self.each else 1)

    def question(self, **variables: object) -> Question:
        """The question with the templates' variables filled in; that of ``each`` is a sequence of texts.

        Raises:
            TypeError: when that sequence is one text, whose letters would be rated.
        """
        if self.each and isinstance(variables[self.each], str):
            raise TypeError(f"rubric {self.name!r}: {self.each} must be a sequence of texts, got one text")
        printed = self._tagged(variables) if self.tagged else variables
        system = render(self.folder, self.system, **printed).text if self.system else ""
        user = render(self.folder, self.user, **printed).text
        if self.tagged:
            texts = [str(variables[name]) for name in self.shown] or self.rated_in(variables)
            tags = [tag for text in texts if (tag := opening_tag(text, self.name)) in f"{system}\n{user}"]
            user = "\n\n".join(filter(None, (user, closing_sentence(tags))))
        return Question(system, user, self.rated_in(variables))

    def question_about(self, text: str, variables: Mapping[str, object]) -> Question:
        """The question about one text, with the templates' other variables filled in."""
        rated: dict[str, Any] = {self.each: [text]} if self.each else {self.rated[0]: text}
        return self.question(**{**variables, **rated})

    def _tagged(self, variables: Mapping[str, Any]) -> dict[str, Any]:
        if self.each and not self.shown:
            return {**variables, self.each: [delimited(str(text), self.name) for text in variables[self.each]]}
        texts = {name: variables[name] for name in self.shown or self.rated}
        return {**variables, **{name: text and delimited(str(text), self.name) for name, text in texts.items()}}

    @property
    def not_shown(self) -> tuple[str, ...]:
        """The variables with what is rated that the templates do not print, as words of a user's own may not."""
        names = [name for name in (self.system, self.user) if name]
        printed = {variable for name in names for variable in template_variables(self.folder, name)}
        rated = self.shown or (self.rated if not self.each else (self.each,))
        return tuple(name for name in rated if name not in printed)

    def rated_in(self, variables: Mapping[str, Any]) -> tuple[str, ...]:
        """The texts that are rated, among the variables."""
        several: Any = variables[self.each] if self.each else [variables[name] for name in self.rated]
        return tuple(map(str, several))

    def schema(self, question: Question) -> dict[str, Any] | None:
        """The JSON schema of a reply; None where the question does not ask for JSON.

        An object whose keys are the numbers of the texts, ``answer`` for a letter, or the dimensions.
        """
        if not self.asks_json:
            return None
        rating: dict[str, Any] = {"type": "string"}
        if self.letters is not None:
            rating["enum"] = list(self.letters)
        elif self.scale is not None:
            whole = self.scale.step.is_integer() and not self.scale.between
            rating = {"type": "integer" if whole else "number", "minimum": self.scale.low, "maximum": self.scale.high}
        keys: Sequence[str] = ("answer",) if self.letters is not None else self.dimensions
        if self.each:
            keys = [str(number) for number, _ in enumerate(question.rated, start=1)]
        properties = dict.fromkeys(keys, rating)
        return {"type": "object", "properties": properties, "required": list(keys), "additionalProperties": False}

    def nothing(self, why: MissingReason) -> dict[str, ParsedRating]:
        """No rating of any dimension, for one reason."""
        return {dimension: ParsedRating(None, why) for dimension in self.dimensions}

    def forms(self) -> list[Prompt]:
        """The templates with the names of their variables in capitals, for a checksum: each branch, and two texts."""
        return [form for name in (self.system, self.user) if name for form in self._forms(name)]

    def _forms(self, template: str) -> Iterator[Prompt]:
        variables = {name: name.upper() for name in template_variables(self.folder, template)}
        several = {self.each: ["FIRST", "SECOND"]} if self.each in variables else {}
        conditions = [name for name in template_conditions(self.folder, template) if name not in several]
        for truths in product((True, False), repeat=len(conditions)):
            absent = {name: "" for name, truth in zip(conditions, truths, strict=True) if not truth}
            yield render(self.folder, template, **{**variables, **several, **absent})

    @property
    def identity(self) -> dict[str, Any]:
        """What no template holds: of what the ratings are, and on which scale."""
        scale = None if self.scale is None else [self.scale.low, self.scale.high, self.scale.step, self.scale.between]
        choices = {"letters": self.letters, "words": self.words}
        return {
            "dimensions": self.dimensions,
            "scale": scale,
            **{name: None if values is None else dict(values) for name, values in choices.items()},
            "first_word": self.first_word,
            "each": self.each,
            "groups": self.groups,
            **({"tagged": True} if self.tagged else {}),
        }


def checksum_of_rubrics(rubrics: Iterable[Rubric]) -> str:
    """Number of their forms and checksum of what judges are asked, scales included: ``2@sha256:<12 hex digits>``."""
    forms, digest = 0, hashlib.sha256()
    for rubric in rubrics:
        words = [form.text for form in rubric.forms()]
        forms += len(words)
        digest.update(json.dumps([words, rubric.identity], sort_keys=True).encode())
    return f"{forms}@sha256:{digest.hexdigest()[:12]}"
