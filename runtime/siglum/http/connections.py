"""Connections whose client sends no request, or reads no answer, are closed and hold up no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn import Config
    from uvicorn.server import ServerState

MOST_CONNECTIONS = 512
"""Open at once; one more takes the place of the one whose request has been awaited for longest."""
LONGEST_HEAD = 10.0
"""Seconds in which the head of a request must have come, counted from the connection or the last answer."""
LONGEST_READING = 60.0
"""Seconds in which a client must have read an answer that is too large for what lies between."""


class Connection(H11Protocol):
    """One connection, with the limits of time that uvicorn leaves to a proxy."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._awaited_since = 0.0
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override] # as in uvicorn: the transport is always a stream
        self, transport: asyncio.Transport
    ) -> None:
        """Await a request; where too many are awaited, give up the one awaited for longest."""
        super().connection_made(transport)
        self._await_request()
        own = [each for each in self.connections if isinstance(each, Connection)]
        alive = [each for each in own if not each.transport.is_closing()]
        if len(alive) > MOST_CONNECTIONS:
            awaited = (each for each in alive if each._is_awaiting_head or each.cycle.more_body)
            min(awaited, key=lambda each: each._awaited_since).transport.abort()

    def on_response_complete(self) -> None:
        """Await the next request."""
        self._await_request()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Give the client its time to read what is under way."""
        self._unread = self.loop.call_later(LONGEST_READING, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Take that as read."""
        _cancel(self._unread)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Await nothing more."""
        _cancel(self._late)
        _cancel(self._unread)
        super().connection_lost(exc)

    @property
    def _is_awaiting_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_request(self) -> None:
        _cancel(self._late)
        self._awaited_since = self.loop.time()
        self._late = self.loop.call_later(LONGEST_HEAD, self._give_up)

    def _give_up(self) -> None:
        if self._is_awaiting_head:
            self.transport.close()  # once the last answer is sent, which its client may leave unread
            self._late = self.loop.call_later(LONGEST_READING, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
