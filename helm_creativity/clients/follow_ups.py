"""Further questions to the model under test, asked by an annotator: prompts that depend on earlier responses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from helm.clients.auto_client import AutoClient
from helm.common.request import Request

from helm_creativity.benchmark.follow_ups import FollowUp
from helm_creativity.benchmark.prompts import BETWEEN
from helm_creativity.benchmark.types import Response
from helm_creativity.clients.failures import Failure
from helm_creativity.clients.messages import takes_messages
from helm_creativity.clients.request_states import to_response
from helm_creativity.clients.retries import PatientClient, RequestOutcome
from helm_creativity.masking import without_secrets


class FollowUps:
    """Asks the deployment of a request again, with the settings of that request.

    Make one in an annotator's constructor, from the ``auto_client`` that HELM injects there by that name; all threads
    share it. Responses are kept in HELM's cache, so that a rerun asks only what is missing. Nothing raises: an
    exception that leaves an annotator empties the folder of the whole run.

    Rate limits, server errors, lost connections and timeouts are tried again, and an outage is waited for, as
    ``retries.ask_patiently`` does. What is given up comes back failed, and a rerun continues from there.
    """

    def __init__(self, auto_client: AutoClient) -> None:
        self._client = PatientClient(auto_client)

    def ask(self, request: Request, prompt: str) -> FollowUp:
        """The response to ``prompt``, by the deployment and with the settings of ``request``.

        The prompt takes the place of whatever was asked: text, messages or media. A blank one is never sent.
        """
        if not prompt.strip():
            return _failed("the prompt is blank", 0)
        return to_follow_up(self._client.send(replace(request, prompt=prompt, messages=None, multimodal_prompt=None)))

    def ask_on(self, request: Request, response: str, prompt: str) -> FollowUp:
        """The response to a further turn, behind what was asked first and what the model wrote to that.

        A client that sends no conversations gets the three as one text, parted by blank lines. So does every client
        where the model had written nothing, since providers refuse an empty message.
        """
        if not prompt.strip():
            return _failed("the prompt is blank", 0)
        turns = [request.prompt, response, prompt] if response.strip() else [request.prompt, prompt]
        if not self.converses(request, response):
            return self.ask(request, BETWEEN.join(turns))
        roles = ("user", "assistant", "user")
        messages = [{"role": role, "content": text} for role, text in zip(roles, turns, strict=True)]
        sent = self._client.send(replace(request, prompt="", messages=messages, multimodal_prompt=None))
        return to_follow_up(sent)._replace(conversation=True)

    def converses(self, request: Request, response: str) -> bool:
        """Whether ``ask_on`` sends a conversation: not where the client takes one text, or the model wrote nothing."""
        return bool(response.strip()) and takes_messages(request.model_deployment)

    def ask_again(self, request: Request, number: int) -> FollowUp:
        """A further response to the same prompt, drawn independently of the others: the ``number``-th, from 1.

        HELM's cache tells it from the others, and a rerun finds it there.
        """
        again = f"{request.random or 0}+{number}"
        return to_follow_up(self._client.send(replace(request, random=again)))


@dataclass(frozen=True)
class HelmRespondent:
    """Whoever answered a request, to be asked again with the settings of that request."""

    follow_ups: FollowUps
    request: Request
    prompt: str

    def ask(self, prompt: str) -> FollowUp:
        """The response to another prompt, behind the instruction that stood before the first one."""
        whole = self.request.prompt
        behind = whole[: -len(self.prompt)] if self.prompt and whole.endswith(self.prompt) else ""
        return self.follow_ups.ask(self.request, behind + prompt)

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """See ``FollowUps.ask_on``."""
        return self.follow_ups.ask_on(self.request, response, prompt)

    def ask_again(self, number: int) -> FollowUp:
        """See ``FollowUps.ask_again``."""
        return self.follow_ups.ask_again(self.request, number)


def to_follow_up(sent: RequestOutcome) -> FollowUp:
    """What came of a question, in our words, whatever a client put into its result."""
    result = sent.result
    if sent.failure in (Failure.BUSY, Failure.DOWN):  # whatever words the server's page holds, it is no refusal
        return _failed(str(result.error), sent.requests)
    try:
        response = to_response(result, result.completions[0] if result.completions else None)
    except Exception as error:  # a client of the user's own may fill a result with anything
        return _failed(without_secrets(f"{type(error).__name__}: {error}"), sent.requests)
    return FollowUp(response, "" if result.success else str(result.error), sent.requests, bool(result.cached))


def _failed(error: str, requests: int) -> FollowUp:
    return FollowUp(Response("", failed=True), error, requests, cached=False)
