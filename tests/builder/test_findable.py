"""What stands in a corpus can be found, whatever else stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from click.testing import CliRunner

import siglum
from siglum.citations.corpus import Corpus
from siglum.cli import main
from siglum.reader import ArtifactReader

if TYPE_CHECKING:
    from pathlib import Path

FRENCH = "# Le robot\n\nLes piles du robot sont vides et le moteur est arrêté depuis ce matin.\n"
TURKISH = "# Belgeler\n\nBu sayfa kitaplarından ve evlerimizden söz eder, çünkü bir belge böyle olur.\n"


def build(corpus: Path, output: Path, **files: str) -> siglum.Library:
    """Write the files (`__` stands for a dot), build them and open the artifact."""
    corpus.mkdir()
    for name, text in files.items():
        (corpus / name.replace("__", ".")).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(corpus), "-o", str(output)])
    assert result.exit_code == 0, result.output
    return siglum.open(output)


def paths(library: siglum.Library, query: str) -> list[str]:
    return [hit.path for hit in library.search(query).results]


@pytest.mark.parametrize("query", ["batteries", "remaining", "quickly"])
def test_english_code_among_french_pages_is_found_by_its_words(tmp_path: Path, query: str) -> None:
    code = 'def batteries():\n    """Charges the remaining batteries quickly."""\n'
    library = build(
        tmp_path / "c", tmp_path / "o", a__md=FRENCH, b__md=FRENCH + "Encore une page.\n", power__py=code
    )
    assert paths(library, query) == ["power.py"]


@pytest.mark.parametrize("query", ["kitaplarından", "evlerimizden", "belge"])
def test_a_language_of_one_page_among_many_is_found_by_its_words(tmp_path: Path, query: str) -> None:
    others = {
        "en__md": "# Books\n\nThis is what the books of the house say about it, and that is all there is.\n",
        "fr__md": FRENCH,
        "de__md": "# Bücher\n\nDas ist es, was die Bücher über das Haus sagen, und mehr ist es nicht.\n",
        "es__md": "# Libros\n\nEsto es lo que dicen los libros de la casa y no hay nada más que eso.\n",
        "it__md": "# Libri\n\nQuesto è quello che dicono i libri della casa e non c'è altro da dire.\n",
    }
    library = build(tmp_path / "c", tmp_path / "o", tr__md=TURKISH, **others)
    assert paths(library, query)[:1] == ["tr.md"]


@pytest.mark.parametrize("query", ["zebra", "Deployment", "Service"])
def test_only_documents_have_front_matter(tmp_path: Path, query: str) -> None:
    library = build(
        tmp_path / "c",
        tmp_path / "o",
        package__json='{\n "scripts": {"zebra": "x"}\n}\n',
        deploy__yaml="---\napiVersion: apps/v1\nkind: Deployment\n---\nkind: Service\n",
    )
    assert paths(library, query)


@pytest.mark.parametrize("text", ["\n\n\n", "---\ntitle: Only\n---\n\n  \n", ""])
def test_a_document_without_a_chunk_is_still_given_as_stored(tmp_path: Path, text: str) -> None:
    library = build(tmp_path / "c", tmp_path / "o", blank__md=text, full__md="# Full\n\nText.\n")
    assert library.get_content("file:blank.md").content == text


def test_an_address_holds_no_character_that_would_split_it(tmp_path: Path) -> None:
    corpus = tmp_path / "c"
    corpus.mkdir()
    (corpus / "what is #1?.md").write_text("# Odd name\n\nmarmalade\n")
    (tmp_path / "siglum.toml").write_text(
        '[artifact]\nname = "odd"\n[[source]]\npath = "c"\nbase_url = "https://example.org/guide"\n'
    )
    result = CliRunner().invoke(main, ["build", str(tmp_path), "-o", str(tmp_path / "o")])
    assert result.exit_code == 0, result.output
    (hit,) = siglum.open(tmp_path / "o").search("marmalade").results
    assert hit.uri == "https://example.org/guide/what%20is%20%231%3F.md#odd-name"


@pytest.mark.parametrize("base_url", ["", "/{path}", "/{stem}", "/{stem}.html", "/{stem}/"])
@pytest.mark.parametrize("code", [False, True])
def test_an_address_leads_back_to_what_was_cited(tmp_path: Path, base_url: str, code: bool) -> None:
    pages = {"index.md": "# Home\n\nmarmalade\n", "jam/index.md": "# Jams\n\nstrawberry\n"}
    pages |= {"jam/making #1.md": "# Making\n\nsugar\n\n## Boiling\n\nthermometer\n"}
    for path, text in pages.items():
        (tmp_path / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / path).write_text(text)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "jar.py").write_text("def close(lid):\n    return lid\n")
    source = f'[[source]]\npath = "docs"\nbase_url = "https://example.org/guide{base_url}"\n'
    more = '[[source]]\npath = "src"\nbase_url = "https://example.org/src/{path}"\n' if code else ""
    (tmp_path / "siglum.toml").write_text(f'[artifact]\nname = "jams"\n{source}{more}')
    result = CliRunner().invoke(main, ["build", str(tmp_path), "-o", str(tmp_path / "o")])
    assert result.exit_code == 0, result.output
    wanted = ["marmalade", "strawberry", "sugar", "thermometer", *(["return lid"] if code else [])]
    with ArtifactReader(tmp_path / "o") as reader, Corpus(reader) as corpus:
        for word in wanted:
            hit = siglum.open(tmp_path / "o").search(word).results[0]
            assert hit.uri.startswith("https://example.org/")
            assert corpus.find(hit.uri, word).path == hit.path


def test_pages_whose_addresses_nest_or_are_the_same_are_each_found(tmp_path: Path) -> None:
    pages = {"docs/a.md": "alpha", "api/b.md": "beta", "web/index.md": "gamma", "web/README.md": "delta"}
    pages |= {"web/日本 語.md": "epsilon", "app/c.md": "zeta"}
    urls = {"docs": "/", "api": "/api/", "web": "/web/{stem}/", "app": "/app#/{path}"}
    for path, word in pages.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(f"# Of {word}\n\n{word} stands here\n", encoding="utf-8")
    sources = [
        f'[[source]]\npath = "{name}"\nbase_url = "https://example.org{urls[name]}"\n' for name in urls
    ]
    (tmp_path / "siglum.toml").write_text(f'[artifact]\nname = "nested"\n{"".join(sources)}')
    result = CliRunner().invoke(main, ["build", str(tmp_path), "-o", str(tmp_path / "o")])
    assert result.exit_code == 0, result.output
    with siglum.open(tmp_path / "o") as library, ArtifactReader(tmp_path / "o") as reader:
        for word in pages.values():
            hit = library.search(word).results[0]
            for address in (hit.uri, hit.uri.rpartition("#")[0], quote(hit.uri, safe=":/#%")):
                with Corpus(reader) as corpus:
                    assert corpus.find(address, f"{word} stands").path == hit.path


@pytest.mark.parametrize("name", ["save", "save!", "empty?", "title=", "title"])
def test_a_name_with_a_mark_at_its_end_is_another_name(tmp_path: Path, name: str) -> None:
    methods = ["save", "save!", "empty?", "title=(text)", "title"]
    code = "".join(f"  def {method}\n    @store.write(:{n})\n  end\n\n" for n, method in enumerate(methods))
    library = build(tmp_path / "c", tmp_path / "o", shelf__rb=f"class Shelf\n{code}end\n")
    assert library.search(name).results[0].symbol == f"Shelf.{name}"
    if name == "save":
        assert library.search("what does save?").results[0].symbol == "Shelf.save"
