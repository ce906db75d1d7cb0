"""References: the stable ids of sections, lines and files."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple
from urllib.parse import unquote

from siglum.errors import RefError

_CODE = re.compile(r"(?P<path>.+)@L(?P<line>[1-9][0-9]{0,8})", re.DOTALL)
_NEARLY_CODE = re.compile(
    r"(?P<path>.+?)(?:@[Ll]|#L|:(?=[0-9]))0*(?P<line>[1-9][0-9]{0,8}(?![0-9]))?[^./]*", re.DOTALL
)
"""A line as other tools write it, or none that a file has."""
_ADDRESS = re.compile(r"siglum://(?:doc|[^/]+@[^/@]+)/(?P<rest>.+)", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:")
_SCHEMES = ("md", "code", "file")
_FORMS = "md:<path>#<slug>, code:<path>@L<line> or file:<path>"


class Ref(NamedTuple):
    """A parsed ref; `str()` gives its canonical form."""

    kind: Literal["md", "code", "file"]
    path: str
    """Logical path."""
    slug: str = ""
    """Of an `md` ref."""
    line: int = 0
    """Of a `code` ref, from 1."""

    def __str__(self) -> str:
        """Return the ref as it is written."""
        match self.kind:
            case "md":
                return f"md:{self.path}#{self.slug}"
            case "code":
                return f"code:{self.path}@L{self.line}"
            case "file":
                return f"file:{self.path}"


def parse_ref(text: str) -> Ref:
    """Parse a ref; it is split at its last `#` or `@L<n>`.

    Raises:
        RefError: of none of the three forms, or with a path that no artifact can hold.
    """
    scheme, colon, rest = text.partition(":")
    if not colon or scheme not in _SCHEMES:
        raise RefError(f"{text!r} is no ref: write {_FORMS}{_likely(text)}")
    if scheme == "file":
        return Ref("file", _checked(rest, text))
    if scheme == "md":
        path, hash_, slug = rest.rpartition("#")
        if not hash_ or not slug:
            raise RefError(f"{text!r} names no section: write md:<path>#<slug>{_likely(rest)}")
        return Ref("md", _checked(path, text), slug=slug)
    match = _CODE.fullmatch(rest)
    if match is None:
        raise RefError(f"{text!r} names no line: write code:<path>@L<line>{_likely(rest)}")
    return Ref("code", _checked(match["path"], text), line=int(match["line"]))


def _likely(written: str) -> str:
    """Say which ref may be meant by an address, or by what has no scheme or another's form; if any can be."""
    try:
        ref = parse_ref(_meant(written))
    except RefError:
        return ""
    if ref.kind != "file":
        return f"; this {'section' if ref.kind == 'md' else 'line'} is {ref}"
    name = "" if "/" in written else "search finds what is called so; "
    return f"; {name}the whole file is {ref}"


def _meant(written: str) -> str:
    """Return a text that is the ref meant, where it is one at all."""
    address = _ADDRESS.fullmatch(written)
    if address:
        return _meant(unquote(address["rest"]))
    scheme, _, rest = written.strip().partition(":")
    if scheme.lower() in _SCHEMES:
        return f"{scheme.lower()}:{rest}"
    if _CODE.fullmatch(written):
        return f"code:{written}"
    nearly = _NEARLY_CODE.fullmatch(written)
    if nearly:
        return f"code:{nearly['path']}@L{nearly['line']}" if nearly["line"] else f"file:{nearly['path']}"
    path, hash_, slug = written.rpartition("#")
    if path and slug:
        return f"md:{path}#{slug.lower()}"
    return f"file:{path if hash_ else written}"


def _checked(path: str, text: str) -> str:
    parts = path.split("/")
    if (
        not path
        or "\0" in path
        or "\\" in path
        or _DRIVE.match(path)
        or any(part in ("", ".", "..") for part in parts)
    ):
        raise RefError(f"{text!r} leaves the corpus: a ref's path is relative, `/`-separated, without `..`")
    return path
