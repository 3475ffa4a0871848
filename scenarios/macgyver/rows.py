"""A row of a file of responses to MacGyver-like problems."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainValidator, ValidationInfo

from helm_creativity.benchmark.rows.cells import holds_nothing
from helm_creativity.benchmark.rows.fields import Also, Holds, RawText, ResponseText, Row, Texts, known_separator
from helm_creativity.benchmark.rows.lists import parse_words
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.macgyver.items import problems
from helm_creativity.scenarios.macgyver.scoring import RATINGS

_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def _ratings(value: object, info: ValidationInfo) -> list[float]:
    several = parse_words(value, "class", known_separator(info)) if isinstance(value, str) else value
    given = several if isinstance(several, (list, tuple)) else [several]
    texts = [str(text).strip() for text in given if not holds_nothing(text)]  # a rater who gave none is left out
    if not texts or any(text not in RATINGS for text in texts):
        raise BadArguments(f"class must be one of {', '.join(RATINGS)}, or a list of them, got {quoted(value)}")
    return [RATINGS[text] for text in texts]


class MacGyverRow(Row):
    """A response, its problem, and what people found; where nobody did there are only the checks."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("item", "problem"),)

    response: ResponseText
    item: Annotated[str, PlainValidator(lambda value: str(value).strip()), Holds("the id of a problem")] = ""
    problem: RawText = Field("", description="with solvable")
    solvable: Annotated[Any, Holds("yes or no, beside a problem"), Also(("solvable?",))] = None
    tools: Texts = Field(default_factory=list, description="beside a problem")
    class_: Annotated[
        list[float],
        PlainValidator(_ratings),
        Holds("a letter from A to E, the name of a class or a label of the authors, or a list of them", lists="texts"),
        Also(("label",)),
    ] = Field(default_factory=list, description="one for each rater")

    def sample(self, settings: Any) -> Sample:  # noqa: ANN401 - of RatedSettings, made of the card
        """What is said of a problem is not looked at where there is an id."""
        if self.item:
            found = next((problem for problem in problems(settings.items) if problem.id == self.item), None)
            if found is None:
                raise BadArguments(
                    f"no problem of {settings.items} has the id {quoted(self.item)}; "
                    "name other items with --items, or write its text as problem, with solvable"
                )
            fields: dict[str, Any] = {"item": self.item, **found._asdict(), "reference": found.reference or ""}
        else:
            solvable = _TRUTH.get(str(self.solvable).strip().lower())
            if solvable is None:
                raise BadArguments(f"solvable must be yes or no, got {quoted(self.solvable)}")
            tools = [tool.strip() for tool in self.tools] if "tools" in self.model_fields_set else None
            fields = {"problem": self.problem, "solvable": solvable, "tools": tools}
        ratings = {"ratings": {"solution": self.class_}} if self.class_ else {}
        return Sample(Response(self.response), {**fields, **ratings})
