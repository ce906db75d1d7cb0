"""Dates as bounds: the first and the last moment that a text means, in microseconds since 1970 UTC."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, datetime, timedelta

ACCEPTED = "a date: YYYY, YYYY-MM, YYYY-MM-DD, or RFC 3339 such as 2024-05-31T12:00:00Z"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DAY = 86_400_000_000
_MINUTE = 60_000_000
_DATE = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2})"
    r"(?:[Tt ](?P<time>[0-9:.,]+)(?P<zone>.*))?)?)?"
)
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?")
_ZONE = re.compile(r"[Zz]?|([+-])([0-9]{2}):([0-9]{2})")
_LEAP_SECOND = 60


def parse_bounds(text: str) -> tuple[int, int] | None:
    """Return the first and the last microsecond of a date, or None where it is none that exists.

    Read are `YYYY`, `YYYY-MM`, `YYYY-MM-DD` and RFC 3339, also without seconds or zone; no zone means UTC.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day = int(found["year"]), int(found["month"] or 1), int(found["day"] or 1)
    start = _first_moment(year, month, day)
    if start is None:
        return None
    if found["time"] is not None:
        return _moment(start, found["time"], found["zone"])
    last_month = month if found["month"] else 12
    last_day = day if found["day"] else monthrange(year, last_month)[1]
    last = _first_moment(year, last_month, last_day)
    return None if last is None else (start, last + _DAY - 1)


def _first_moment(year: int, month: int, day: int) -> int | None:
    """Return the first moment of a day, or None where there is no such day."""
    try:
        moment = datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
    return (moment - _EPOCH) // _MICROSECOND


def _moment(day: int, time: str, zone: str) -> tuple[int, int] | None:
    clock, offset = _TIME.fullmatch(time), _ZONE.fullmatch(zone.strip())
    if clock is None or offset is None:
        return None
    hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
    away_hour, away_minute = int(offset[2] or 0), int(offset[3] or 0)
    if max(hour, away_hour) > 23 or max(minute, away_minute) > 59 or second > _LEAP_SECOND:
        return None
    away = (away_hour * 60 + away_minute) * _MINUTE * (-1 if offset[1] == "-" else 1)
    fraction = int((clock[4] or "0")[:6].ljust(6, "0"))
    first = day + (hour * 60 + minute) * _MINUTE + second * 1_000_000 + fraction - away
    return first, first if clock[3] else first + _MINUTE - 1
