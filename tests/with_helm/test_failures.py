"""What an error's text says about asking again."""

import pytest

from helm_creativity.helm.clients.failures import Failure, classify_failure

BUSY = [
    "OpenAI error: Error code: 429 - {'error': {'message': 'Rate limit reached for requests'}}",
    "ClientError: 429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'message': 'You exceeded your current quota'}}",
    "An error occurred (ThrottlingException) when calling the InvokeModel operation: Too many requests",
    "CohereClient error: status_code: 429, body: {'message': 'trial key'}",
    "Request error: 429 Client Error: Too Many Requests for url: http://host/v1",
    "OperationalError: database is locked",
]
DOWN = [
    "OpenAI error: Error code: 500 - {'error': {'message': 'The server had an error'}}",
    "Error code: 529 - {'type': 'error', 'error': {'type': 'overloaded_error', 'message': 'Overloaded'}}",
    "OpenAI error: Error code: 408 - {'error': {'message': 'request timeout'}}",
    "OpenAI error: <html><head><title>502 Bad Gateway</title></head></html>",
    "OpenAI error: Connection error.",
    "OpenAI error: Request timed out.",
    "ServerError: 503 UNAVAILABLE. {'error': {'code': 503, 'message': 'The model is overloaded.'}}",
    "Request error: HTTPConnectionPool(host='127.0.0.1', port=404): Max retries exceeded with url: /v1",
    "Request error: 504 Server Error: Gateway Time-out for url: http://host/v1",
    "ConnectionResetError: [Errno 104] Connection reset by peer",
    "ReadTimeout: The read operation timed out",
    'APIError: {"status": 500, "title": "oops"}',
    "APITimeoutError: ",
    "HTTP 503",
]
FINAL = [
    "OpenAI error: Error code: 400 - {'error': {'message': 'maximum context length is 500 tokens', 'code': 500}}",
    "OpenAI error: Error code: 401 - {'error': {'message': 'Incorrect API key, connection error'}}",
    "OpenAI error: Error code: 404 - {'error': {'message': 'The model does not exist'}}",
    "OpenAI error: Error code: 429 - {'error': {'code': 'insufficient_quota'}}",
    "Content blocked by OpenAI filter",
    "ValueError: All messages must have a role and content",
    "ValueError: 512 tokens is more than the maximum of 500",
    "KeyError: 'choices'",
    "An error occurred (ValidationException) when calling the InvokeModel operation: malformed input",
    "",
]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        *((error, Failure.BUSY) for error in BUSY),
        *((error, Failure.DOWN) for error in DOWN),
        *((error, Failure.FINAL) for error in FINAL),
    ],
)
def test_errors_as_clients_word_them(error, expected):
    """The first status decides, then the words; what is unknown is final."""
    assert classify_failure(error) is expected


def test_a_clients_own_word_counts():
    """Not retriable is final; retriable is so unless the status says otherwise."""
    assert classify_failure("Error code: 500", is_retriable=False) is Failure.FINAL
    assert classify_failure("Request error: odd", is_retriable=True) is Failure.DOWN
    assert classify_failure("Error code: 400", is_retriable=True) is Failure.FINAL
