"""The errors of the runtime, each with the exit code of the command line.

SiglumError
├── RequestError          a parameter, query or ref that cannot be right (2)
│   └── RefError          a ref that resolves to nothing; names the nearest (2)
└── ArtifactError         the artifact cannot be used (3)
    ├── ArtifactMissing   nothing there, or several and none named
    ├── ArtifactDamaged   not what its manifest says
    ├── ArtifactForeign   of another format, other tables, another analyzer or embedder
    └── ArtifactBusy      whole, but memory, rights or another connection stand in the way
"""

from __future__ import annotations


class SiglumError(Exception):
    """Base of every error that siglum raises on purpose; its message is one sentence with the fix."""

    exit_code = 2


class RequestError(SiglumError):
    """A request that cannot be answered as it stands."""


class RefError(RequestError):
    """A ref that is malformed or resolves to nothing in this artifact."""


class ArtifactError(SiglumError):
    """An artifact that cannot be used."""

    exit_code = 3


class ArtifactMissing(ArtifactError):
    """No artifact where one was expected, or more than one and none named."""


class ArtifactDamaged(ArtifactError):
    """A file that is missing, truncated or not what the manifest says."""


class ArtifactForeign(ArtifactError):
    """An artifact of a format, tables, analyzer or embedder that this runtime does not hold."""


class ArtifactBusy(ArtifactError):
    """An artifact that is whole as far as is known, but cannot be read at this moment."""
