"""Read a line of a client as a JSON-RPC message, or make the answer that says why it is none."""

from __future__ import annotations

import json
import re

import mcp_types as types
from pydantic import ValidationError

_LONGEST_ID = 18
"""Digits of a number that may be an id; a longer number is read as none at all."""
_ID = rf'"id"\s*:\s*(-?\d{{1,{_LONGEST_ID}}}|"[^"\\]*")\s*'
_FIRST = re.compile(rf'\s*\{{(?:\s*"[^"\\]*"\s*:\s*(?:"[^"\\]*"|[^\s"{{}}\[\],]+)\s*,)*\s*{_ID}[,}}]')
_LAST = re.compile(rf"[,{{]\s*{_ID}\}}\s*\Z")
"""Where the id of a message stands that nests too deep to be read: before all that nests, or at its end."""


class NoMessageError(ValueError):
    """A line that is no message; `answer` says so to the client."""

    def __init__(self, code: int, reason: str, identifier: int | str | None) -> None:
        super().__init__(reason)
        self.answer = types.JSONRPCError(
            jsonrpc="2.0", id=identifier, error=types.ErrorData(code=code, message=reason)
        )


def read_message(line: str) -> types.JSONRPCMessage:
    """Return the message of a line as the SDK reads it.

    Raises:
        NoMessageError: there is none, or none that would be answered although it has an id.
    """
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        raise _refused(line, error) from error
    if isinstance(message, types.JSONRPCNotification) and "id" in json.loads(line, parse_int=_number):
        raise NoMessageError(types.INVALID_REQUEST, "an id is text or a whole number", None)
    return message


def _refused(line: str, error: ValidationError) -> NoMessageError:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if fault["type"] != "json_invalid":
        reason = "this is no request, notification or response of JSON-RPC 2.0"
    else:
        reason = f"this line cannot be read: {fault['msg']}"
    try:
        data = json.loads(line, parse_int=_number)
    except RecursionError:
        found = _FIRST.match(line) or _LAST.search(line)
        data = {"id": json.loads(found[1])} if found else None
    except ValueError:
        return NoMessageError(types.PARSE_ERROR, reason, None)
    return NoMessageError(types.INVALID_REQUEST, reason, _identifier(data))


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) <= _LONGEST_ID else None


def _identifier(data: object) -> int | str | None:
    found: object = data.get("id") if isinstance(data, dict) else None
    if isinstance(found, str):
        return None if re.search("[\ud800-\udfff]", found) else found
    return found if isinstance(found, int) and not isinstance(found, bool) else None
