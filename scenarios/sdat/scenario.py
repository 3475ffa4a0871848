"""The S-DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.sdat.protocols import LANGUAGES


class SdatScenario(CreativityScenario):
    """One item for each language. ``embedding`` keeps apart on HELM's pages what must not be averaged."""

    def __init__(
        self, protocol: str, languages: str, asked: int, constraint: str, embedding: str, **titles: str
    ) -> None:
        super().__init__(**titles)
        self.protocol, self.languages, self.asked, self.constraint = protocol, languages, asked, constraint
        self.embedding = embedding

    def asks(self) -> Iterator[Ask]:
        """The prompt in every language."""
        for language in LANGUAGES if self.languages == "all" else self.languages.split("+"):
            prompt = render(self.folder, language, n_words=self.asked, constraint=self.constraint)
            yield Ask(language, prompt, {"language": language})
