"""Dates as documents write them, as an instant."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_ISO = re.compile(
    r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2})"
    r"(?:(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?"
    r"[ \t]*(?:([Zz]|UTC)|([+-])([0-9]{2}):?([0-9]{2})?)?)?)?)?"
)
_AMERICAN = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def parse_date(text: str) -> int | None:
    """Return the first moment of a date in microseconds since 1970-01-01T00:00:00Z.

    Read are `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, RFC 3339 (also with a space for the `T`, without
    seconds or zone) and `MM/DD/YYYY`; no zone means UTC. Anything else is None, as is a day that
    does not exist.
    """
    american = _AMERICAN.fullmatch(text.strip())
    if american:
        month, day, year = american.groups()
        return _instant((year, month, day, "0", "0"), second=0, fraction="", offset=timedelta())
    found = _ISO.fullmatch(text.strip())
    if found is None:
        return None
    second = int(found[6] or 0)
    offset = timedelta(hours=int(found[10] or 0), minutes=int(found[11] or 0))
    if second > 60 or offset >= timedelta(days=1):
        return None
    return _instant(
        (found[1], found[2] or "1", found[3] or "1", found[4] or "0", found[5] or "0"),
        second=second,
        fraction=found[7] or "",
        offset=-offset if found[9] == "-" else offset,
    )


def _instant(
    parts: tuple[str, str, str, str, str], *, second: int, fraction: str, offset: timedelta
) -> int | None:
    """Return the instant of year, month, day, hour and minute; a leap second is the one after."""
    year, month, day, hour, minute = map(int, parts)
    try:
        moment = datetime(year, month, day, hour, minute, tzinfo=timezone(offset))
    except ValueError:
        return None
    micros = int(fraction[:6].ljust(6, "0")) if fraction else 0
    return (moment - _EPOCH) // _MICROSECOND + second * 1_000_000 + micros
