"""What `siglum.toml` may hold, and how what it may not is told."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from siglum.settings import SearchSettings
from siglum_builder.config import DocumentsConfig, canonical, config_of_paths, load_config
from siglum_builder.errors import BuildError, ConfigError

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, text: str) -> Path:
    (folder / "docs").mkdir(exist_ok=True)
    file = folder / "siglum.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_key_reaches_the_configuration(tmp_path: Path) -> None:
    config = load_config(
        write(
            tmp_path,
            """
            [artifact]
            name = "manual"
            [[source]]
            name = "guide"
            path = "./docs/"
            include = ["**/*.md", "!old/"]
            exclude = ["drafts/"]
            labels = ["v2"]
            base_url = "https://example.org/guide/"
            [documents]
            encodings = ["euc_jp"]
            exclude_headings = ["Licence"]
            gitignore = false
            follow_links = true
            max_bytes = 10
            [search]
            k1 = 2
            heading = { weight = 5 }
            """,
        )
    )
    (source,) = config.sources
    assert (source.name, source.path, source.include) == ("guide", "docs", ("**/*.md", "!old/"))
    assert config.documents == DocumentsConfig(("euc_jp",), ("Licence",), False, True, 10)
    assert (config.search.k1, config.search.heading.weight) == (2.0, 5.0)
    assert config.search.heading.b == SearchSettings().heading.b


def test_an_empty_file_is_its_own_folder_with_defaults(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, ""), name="api")
    assert [(source.name, source.path) for source in config.sources] == [("api", ".")]
    assert (config.artifact.name, config.root) == ("api", tmp_path.resolve())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[artefact]", "artefact is not a known key; did you mean `artifact`"),
        ("[[sources]]\npath='docs'", "did you mean `source`"),
        ("[search]\ntopK = 3", "[search] topK is not a known key; did you mean `top_k`"),
        ("[search]\ntop-k = 3", "did you mean `top_k`"),
        ("[search.heading]\nwieght = 3", "[search.heading] wieght"),
        ("[search]\nzzz = 3", "known are `top_k`"),
        ("[search]\ntop_k = 'ten'", '[search] top_k = "ten" is not accepted; it takes a whole'),
        ("[search]\ntop_k = true", "top_k = true"),
        ("[search]\nk1 = nan", "a finite number"),
        ("[search]\nheading = 3", "a table of `weight`, `b`"),
        ("[documents]\ngitignore = 1", "gitignore = 1 is not accepted; it takes `true` or `false`"),
        ("[documents]\nencodings = 'utf-8'", "a list of text in quotes"),
        ("[documents]\nencodings = ['shift-jiss']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['hex']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['utf_16']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['idna']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['punycode']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['unicode_escape']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['raw_unicode_escape']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['U7']", "encoding that holds ASCII"),
        ("[documents]\nencodings = ['cp1252', 'hex']", "[documents] encodings (entry 2)"),
        ("[documents]\nmax_bytes = 0", "a whole number from 1 to 1073741824"),
        ("[documents]\nmax_bytes = 9223372036854775808", "a whole number from 1 to"),
        ("[search]\ntop_k = 0", "[search] top_k = 0 is not accepted; it takes a whole number from 1 to 200"),
        ("[search]\ntop_k = 201", "from 1 to 200"),
        ("[search]\nsnippet_lines = -1", "from 1 to 200"),
        ("[search]\nk1 = 0", "a number from 0.01 to 100"),
        ("[search]\nk1 = -1.2", "a number from 0.01 to 100"),
        ("[search]\nheading = { b = 1.1 }", "[search.heading] b = 1.1 is not accepted"),
        ("[search]\nbody = { b = -0.1 }", "a number from 0 to 1"),
        ("[search]\npath = { weight = -1 }", "[search.path] weight = -1 is not accepted"),
        ("[search]\nbreadcrumb = { weight = 1e300 }", "a number from 0 to 100"),
        ("[search]\nheading_boost = -0.1", "a number from 0 to 100"),
        ("[search]\nvector_weight = -1", "a number from 0 to 100"),
        ("[search]\nheading_boost = -1", "a number from 0 to 100"),
        ("[search]\npath_boost = -1", "a number from 0 to 100"),
        ("[search]\nvector_weight = 0x" + "f" * 400, "a very long number"),
        ("a = " + "1" * 5000, "is not valid TOML"),
        ("[documents]\ndate_source = 'git'", "date_source is not a known key"),
        ("documents = 3", "documents = 3"),
        ("source = 3", "a list of tables"),
        ("[artifact]\nname = '../x'", "letters, digits"),
        ("[artifact]\nname = ''", "letters, digits"),
        ("[[source]]\nname='x'", "[source 1] path is missing; it takes text in quotes"),
        ("[[source]]\npath='docs'\n[[source]]\npath='nowhere'", "[source 2] path: no source there"),
        ("[[source]]\npath='docs'\nname='a/b'", "letters, digits"),
        ("[[source]]\npath='docs'\n[[source]]\npath='docs'", "two sources are named 'docs'"),
        ("[[source]]\npath='/'", "relative to this file"),
        ("[[source]]\npath='docs'\ninclude=['[']", "'[' is malformed"),
        ("[[source]]\npath='docs'\nexclude=['!a']", "patterns without `!`"),
        ("[[source]]\npath='docs'\ninclude=[1]", "[source 1] include (entry 1) = 1 is not accepted"),
        ("[[source]]\npath='docs'\ninclude='*.md'", "a list of text in quotes"),
        ("[source]\npath='docs'", "write `[[source]]`"),
        ("source = [1]", "source (entry 1) = 1 is not accepted; it takes a table of `path`"),
        ("[[source]]\npath=''", "[source 1] path"),
        ("[[source]]\npath='docs'\nbase_url='example.org'", "https://"),
        ("[[source]]\npath='docs'\nbase_url='https://example.org/{slug}'", "`{stem}`"),
        ("[[source]]\npath='docs'\nlabels=['']", "text that is not empty"),
        ("[[source]]\npath='docs'\nlabels=['a\\u001Fb']".replace("'", '"'), "fits one line"),
        ("[[source]]\npath='docs'\nlabels=['v2', 'V2 ']", "labels (entry 2)"),
        ("[[source]]\npath='/docs'", "`..` leads above its folder"),
        ("[[source]]\npath='../lib@v1.2'", "check that revision out"),
        ("[[source]", "is not valid TOML"),
        ("a = " + "[" * 5000, "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named_with_the_file_and_the_fix(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(told)) as caught:
        load_config(write(tmp_path, text))
    assert "siglum.toml" in str(caught.value)
    assert isinstance(caught.value, BuildError)


def test_a_source_may_lie_above_the_file(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (source,) = load_config(write(tmp_path / "project", "[[source]]\npath = '..'\nname = 'all'")).sources
    assert (source.path, source.location.resolve()) == ("..", tmp_path.resolve())


def test_a_file_that_is_missing_or_no_utf8_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: nothing is there"):
        load_config(tmp_path / "siglum.toml")
    file = write(tmp_path, "")
    file.write_bytes(b"name = '\xe9'")
    with pytest.raises(ConfigError, match="save it as UTF-8"):
        load_config(file)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = write(tmp_path, "")
    file.write_bytes(b"\xef\xbb\xbf[artifact]\nname = 'a'\n")
    assert load_config(file).artifact.name == "a"


def test_paths_become_sources_with_names_of_their_own(tmp_path: Path) -> None:
    for name in ("a/docs", "b/docs", "c/My docs!"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "READ ME.md").write_text("x", encoding="utf-8")
    paths = [tmp_path / name for name in ("a/docs", "b/docs", "c/My docs!", "READ ME.md")]
    config = config_of_paths(paths, name=None)
    names = [source.name for source in config.sources]
    assert names == ["docs", "docs-2", "My-docs", "READ-ME"]
    assert config.artifact.name == "docs"
    with pytest.raises(ConfigError, match="no source there"):
        config_of_paths([tmp_path / "none"], name=None)


def test_the_canonical_form_is_json_without_a_path_of_the_machine(tmp_path: Path) -> None:
    for config in (
        load_config(write(tmp_path, "[[source]]\npath = 'docs'")),
        config_of_paths([tmp_path / "docs"], name="x"),
    ):
        form = canonical(config)
        assert json.loads(json.dumps(form)) == form
        assert str(tmp_path) not in json.dumps(form)
