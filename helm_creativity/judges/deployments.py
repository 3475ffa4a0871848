"""Judges as HELM's deployments: whether they exist, whether one is the model under test, how it takes a question."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any
from urllib.parse import urlsplit

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ModelDeployment,
    get_default_model_deployment_for_model,
    get_model_deployment,
)
from helm.benchmark.model_metadata_registry import BUGGY_TEMP_0_TAG, MODEL_NAME_TO_MODEL_METADATA
from helm.common.object_spec import get_class_by_name
from helm.common.request import Request
from helm.common.response_format import ResponseFormat

from helm_creativity.benchmark.names import meant
from helm_creativity.benchmark.prompts import BETWEEN
from helm_creativity.benchmark.rubrics import Question
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.deployments import addresses_in, takes_messages
from helm_creativity.safe_text import listed, quoted

ONLY_JSON = "Reply with the JSON object only."
"""What a judge is asked whose reply held no rating."""

_BASELINE_CLIENT = "BaselineClient"


def require_judge(name: str, served: Collection[str] = ()) -> ModelDeployment:
    """The deployment of that name."""
    try:
        deployment = get_model_deployment(name)
    except Exception as error:
        served_as = get_default_model_deployment_for_model(name)
        hint = f"the model is served as {served_as}" if served_as else "name one of HELM's or of model_deployments.yaml"
        if served:
            hint = f"{hint}, or of the server, which has: {listed(served)}"
        close = "" if served_as else meant(name, [*served, *_can_judge()])
        raise BadArguments(f"there is no deployment {quoted(name)} to judge: {hint}{close}") from error
    try:
        client = get_class_by_name(deployment.client_spec.class_name)
    except Exception as error:
        raise BadArguments(f"the client of the judge {quoted(name)} cannot be loaded: {error}") from error
    if client.__name__ == _BASELINE_CLIENT:
        raise BadArguments(
            f"{name} responds to prompts and cannot rate; creativity/lexical-judge rates without a model"
        )
    return deployment


def _can_judge() -> Iterator[str]:
    for name, deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.items():
        if deployment.client_spec.class_name.rpartition(".")[2] != _BASELINE_CLIENT:
            yield name


def require_apart(names: Sequence[str]) -> None:
    """Refuses judges that are the same model, and judges whose replies HELM's cache would mix up.

    HELM keeps one cache for each first part of a deployment's name, and there tells models apart by the name that the
    server knows. Names that are no deployment are passed over.
    """
    known = [DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[name] for name in names if name in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT]
    for first, second in combinations(known, 2):
        if is_same_model(first.name, str(second.model_name), second.name):
            raise BadArguments(f"the judges {first.name} and {second.name} are the same model: keep one of them")
        served = [(_served(judge) or ("", judge.name))[1:] for judge in (first, second)]
        if first.host_organization == second.host_organization and served[0] == served[1]:
            raise BadArguments(
                f"HELM's cache would take the replies of {first.name} for those of {second.name}: their servers know "
                f"both models as {served[0][-1]}; rename one of the deployments, so that the parts "
                "before the first / differ"
            )


def is_same_model(judge: str, model: str, deployment: str) -> bool:
    """Whether a judge would rate its own responses.

    It would if it is the deployment under test, serves the same model, or asks the same server for that model under
    another name.
    """
    rating = get_model_deployment(judge)
    if judge == deployment or rating.model_name == model:
        return True
    tested = get_model_deployment(deployment)
    served = _served(rating)
    return rating.model_name == tested.model_name or (served is not None and served == _served(tested))


def _served(deployment: ModelDeployment) -> tuple[str, ...] | None:
    """The server and its name for the model; None where HELM's name for the model is all that is known."""
    arguments: Mapping[str, Any] = deployment.client_spec.args or {}
    servers = [_address(url) for url in addresses_in(arguments)]
    models = [str(value) for key, value in sorted(arguments.items()) if "model" in key and value]
    if not (servers or models):
        return None
    own = str(deployment.model_name).rpartition("/")[2]
    return (*(servers or [deployment.client_spec.class_name]), *(models or [own]))


def _address(url: str) -> str:
    """An address in one spelling: names of this machine become localhost, and a default port is written out."""
    parts = urlsplit(url if "//" in url else f"//{url}")
    host = "localhost" if (parts.hostname or "") in {"127.0.0.1", "::1", "0.0.0.0", "localhost"} else parts.hostname
    try:
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:  # no number
        return url.rstrip("/")
    return f"{host}:{port}{parts.path.rstrip('/')}"


def make_request(
    deployment: str, question: Question, temperature: float, max_tokens: int, schema: Mapping[str, Any] | None = None
) -> Request:
    """A question as a request: one completion, nothing around it, and the JSON schema of the reply if there is one.

    HELM's clients for OpenAI, vLLM, Google and Together pass the schema on; the others leave it out.
    """
    messages = None
    text = question.user
    if question.system and takes_messages(deployment):
        messages = [{"role": "system", "content": question.system}, {"role": "user", "content": text}]
    elif question.system:
        text = f"{question.system}\n\n{text}"
    model = str(get_model_deployment(deployment).model_name)
    if temperature == 0 and _is_buggy_at_zero(model):
        temperature = 1e-4
    return Request(
        model=model,
        model_deployment=deployment,
        prompt="" if messages else text,
        messages=messages,
        temperature=temperature,
        max_tokens=max_tokens,
        response_format=ResponseFormat(dict(schema)) if schema else None,
    )


def as_user(request: Request) -> Request:
    """The request with its system message before the user's first message, as one text if there are no others."""
    system, user, *others = list(request.messages or ())
    text = f"{system['content']}\n\n{user['content']}"
    if others:
        return replace(request, messages=[{**user, "content": text}, *others])
    return replace(request, prompt=text, messages=None)


def again(request: Request, reply: str) -> Request:
    """The request with the reply to it and the demand for JSON behind it; see ``HelmRespondent.go_on``."""
    if reply.strip() and takes_messages(request.model_deployment):
        turns = list(request.messages or [{"role": "user", "content": request.prompt}])
        turns += [{"role": "assistant", "content": reply}, {"role": "user", "content": ONLY_JSON}]
        return replace(request, prompt="", messages=turns)
    if request.messages:
        *before, last = request.messages
        prolonged = {**last, "content": BETWEEN.join([last["content"], ONLY_JSON])}
        return replace(request, messages=[*before, prolonged])
    return replace(request, prompt=BETWEEN.join([request.prompt, *filter(str.strip, [reply]), ONLY_JSON]))


def _is_buggy_at_zero(model: str) -> bool:
    """Whether HELM asks the model at a temperature of 0.0001 where 0 is meant."""
    metadata = MODEL_NAME_TO_MODEL_METADATA.get(model)
    return metadata is not None and BUGGY_TEMP_0_TAG in metadata.tags
