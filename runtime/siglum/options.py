"""Options that several commands have: the artifact, JSON, the filters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import siglum

if TYPE_CHECKING:
    from collections.abc import Callable

    from siglum.service import Library


class _Named(click.ParamType[str]):
    """The name or path of an artifact; the environment names one, white space and all."""

    name = "text"

    def split_envvar_value(self, rv: str) -> tuple[str, ...]:
        return (rv,) if rv else ()


artifact_option = click.option(
    "-a",
    "--artifact",
    "artifacts",
    type=_Named(),
    multiple=True,
    envvar="SIGLUM_ARTIFACT",
    help="Name under artifacts/, or path of an artifact or version; several are opened as one corpus."
    " Default: $SIGLUM_ARTIFACT, else the only one in the nearest artifacts/ upward.",
)
"""Names the artifact, or several."""


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def find(artifacts: tuple[str, ...]) -> list[Path]:
    """Return the artifacts that the option names, or the only one at hand."""
    from siglum.artifact.locate import find_artifacts

    return find_artifacts(artifacts, start=Path.cwd())


def open_artifacts(artifacts: tuple[str, ...]) -> Library:
    """Open the artifacts that the option names, or the only one at hand."""
    return siglum.open(find(artifacts))


_FILTERS = (
    click.option("--category", help="Of this category."),
    click.option("--topic", help="Of this topic."),
    click.option(
        "--path-globs",
        multiple=True,
        metavar="PATTERN",
        help="Under a path such as 'docs/**', '*.md' or '!drafts/'. Repeatable.",
    ),
    click.option("--tags-any", multiple=True, metavar="TAG", help="With one of these tags. Repeatable."),
    click.option("--tags-all", multiple=True, metavar="TAG", help="With all of these tags. Repeatable."),
    click.option("--date-from", metavar="DATE", help="Not older: 2024, 2024-05, 2024-05-31 or RFC 3339."),
    click.option("--date-to", metavar="DATE", help="Not newer; 2024 means its last moment."),
    click.option("--extensions", multiple=True, metavar="EXT", help="Of these file endings. Repeatable."),
    click.option(
        "--sources", multiple=True, metavar="NAME", help="Of these sources, labels or artifacts. Repeatable."
    ),
    click.option("--min-quality", type=float, help="Least quality of a chunk, 0 to 1 (0.3)."),
    click.option("--include-low-quality", is_flag=True, default=None, help="The same as --min-quality 0."),
)
"""The filters of every command that has them, as `siglum.parameters.Filters` names them."""


def filter_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add an option for every filter."""
    for option in reversed(_FILTERS):
        function = option(function)
    return function


def in_options(text: str, command: click.Command) -> str:
    """Return a sentence about parameters in the words of a command: `top_k` is `--top-k` there."""
    import re

    options = {name for each in command.params for name in each.opts if name.startswith("--")}
    names = {name[2:].replace("-", "_"): name for name in sorted(options)}
    several = "|".join(name for name in names if "_" in name) or "(?!)"
    text = re.sub(
        r'(?<!\w)([a-z_]+)="([a-z_]+)"', lambda m: f"{names[m[1]]} {m[2]}" if m[1] in names else m[0], text
    )
    return re.sub(rf"(?<![\w./-])({several})(?![\w./-])", lambda m: names[m[1]], text)


def with_meant(error: click.NoSuchOption) -> click.NoSuchOption:
    """Return the error naming the option that other tools call so, where the command has it."""
    from siglum.requests import OTHER_NAMES

    other = OTHER_NAMES.get(error.option_name.lstrip("-").replace("-", "_"), "")
    option = f"--{other.replace('_', '-')}"
    if error.ctx and any(option in each.opts for each in error.ctx.command.params):
        message = f"No such option '{error.option_name}'. Did you mean '{option}'?"
        return click.NoSuchOption(error.option_name, message, ctx=error.ctx)
    return error


def given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given; one that is repeatable and was not is an empty tuple."""
    return {name: value for name, value in options.items() if value not in (None, ())}
