"""A row of a file of responses to open prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from helm_creativity.benchmark.rows.fields import KeyedRow, RawText


class HivemindRow(KeyedRow):
    """A response, and the id of a prompt or any prompt in words."""

    prompt: RawText = Field("", description="instead of the id")

    @property
    def said(self) -> Mapping[str, Any]:
        """A prompt of one's own has no category."""
        said = {name: value for name, value in super().said.items() if name != "prompt"}
        return {"category": None, **said, "prompt": self.prompt} if "prompt" in self.model_fields_set else said
