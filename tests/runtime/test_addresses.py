"""The addresses of pages."""

from __future__ import annotations

import pytest

from siglum.addresses import page_address

SITE = "https://example.org/guide"


@pytest.mark.parametrize(
    ("base_url", "path", "address"),
    [
        (SITE, "setup/install.md", f"{SITE}/setup/install.md"),
        (f"{SITE}/", "setup/install.md", f"{SITE}/setup/install.md"),
        (f"{SITE}/{{path}}?plain=1", "setup/install.md", f"{SITE}/setup/install.md?plain=1"),
        (f"{SITE}/{{stem}}.html", "setup/install.md", f"{SITE}/setup/install.html"),
        (f"{SITE}/{{stem}}.html", "index.rst", f"{SITE}/index.html"),
        (f"{SITE}/{{stem}}.html", "v1.2/notes", f"{SITE}/v1.2/notes.html"),
        (f"{SITE}/{{stem}}", "index.md", f"{SITE}/index"),
        (f"{SITE}/{{stem}}/", "setup/install.md", f"{SITE}/setup/install/"),
        (f"{SITE}/{{stem}}/", "setup/index.md", f"{SITE}/setup/"),
        (f"{SITE}/{{stem}}/", "setup/README.md", f"{SITE}/setup/"),
        (f"{SITE}/{{stem}}/", "index.md", f"{SITE}/"),
        (f"{SITE}/{{stem}}/", "reindex.md", f"{SITE}/reindex/"),
        (f"{SITE}/{{stem}}/", "what is #1?.md", f"{SITE}/what%20is%20%231%3F/"),
        (f"{SITE}/{{stem}}.html", "a {path}.md", f"{SITE}/a%20%7Bpath%7D.html"),
    ],
)
def test_a_page_has_the_address_at_which_it_is_published(base_url: str, path: str, address: str) -> None:
    assert page_address(base_url, path) == address
