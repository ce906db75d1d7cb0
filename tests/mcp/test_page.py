"""The search page in a browser: typed, filtered, opened, cited; by keyboard alone; text stays text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.mcp.webdriver import KEYS, Browser, browser, missing

from siglum.tools import tool_named

if TYPE_CHECKING:
    from collections.abc import Iterator

REASON = missing()
pytestmark = pytest.mark.skipif(REASON is not None, reason=REASON or "")

HITS = "return document.querySelectorAll('#results li').length"
READING = (
    "return !document.querySelector('#reading').hidden && document.querySelector('#reading-title').innerText"
)
FOCUS = (
    "return document.activeElement.id || document.activeElement.dataset.ref || document.activeElement.tagName"
)
ALERTS = (
    "window.attacked = 0; window.alert = () => { window.attacked++ };"
    "return document.querySelectorAll('#results img, #results script, #text img, #text script').length"
)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as window:
        yield window


def opened(window: Browser, url: str, fragment: str = "") -> None:
    """Go to the page anew and wait until it knows what it searches."""
    window.go("about:blank")
    window.requests()
    window.go(f"{url}/{fragment}")
    window.wait("return document.title.includes('·')")


def test_typing_answers_and_a_result_opens_beside_the_list_with_its_citation(
    chromium: Browser, url: str
) -> None:
    opened(chromium, url)
    chromium.size(1280, 900)
    chromium.type("upload hangs behind a proxy")
    chromium.wait(HITS)
    chromium.wait("return document.querySelector('#status').innerText.includes('result')")
    chromium.click("#results a")
    assert chromium.wait(READING) == "Uploads hang"
    assert "swallows idle connections" in chromium.text("#text")
    assert chromium.run(HITS) >= 1
    assert "guide/troubleshooting.md, lines 3–6" in chromium.text("#citation")
    assert "ref=md" in chromium.run("return location.hash")
    chromium.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    chromium.click("#copy")
    assert chromium.wait("return window.copied") == chromium.text("#citation")
    assert "opied" in chromium.text("#status")


def test_everything_can_be_done_by_keyboard(chromium: Browser, url: str) -> None:
    opened(chromium, url)
    assert chromium.run(FOCUS) == "query"
    chromium.type("retry_limit")
    chromium.wait(HITS)
    chromium.wait("return document.querySelector('#results a').dataset.ref.includes('retry_limit')")
    chromium.type(KEYS["Down"])
    first = chromium.run(FOCUS)
    assert first == "md:guide/configuration.md#retry_limit"
    chromium.type(KEYS["Enter"])
    assert chromium.wait(READING) == "retry_limit"
    chromium.wait("return document.activeElement.id === 'reading-title'")
    chromium.type(KEYS["Escape"])
    chromium.wait("return document.querySelector('#reading').hidden")
    assert chromium.run(FOCUS) == first
    chromium.type(KEYS["Up"])
    assert chromium.run(FOCUS) == "query"
    chromium.type(KEYS["Down"])
    chromium.type("/")
    assert chromium.run(FOCUS) == "query"


def test_an_address_brings_back_what_was_read_and_the_way_back_works(chromium: Browser, url: str) -> None:
    opened(chromium, url, "#q=vault&ref=code%3Asrc%2Fvault.py%40L20")
    chromium.wait(READING)
    assert chromium.run("return document.querySelector('#query').value") == "vault"
    assert "getEntryByName" in chromium.text("#text")
    chromium.type(KEYS["Escape"])
    chromium.wait("return document.querySelector('#reading').hidden")
    chromium.run("history.back()")
    assert chromium.wait(READING)


def test_text_of_documents_stays_text(chromium: Browser, wild_url: str) -> None:
    opened(chromium, wild_url)
    chromium.run(ALERTS)
    chromium.type("attack script instructions")
    chromium.wait(HITS)
    chromium.click("#results a")
    chromium.wait(READING)
    chromium.wait("return document.querySelector('#text').innerText.includes('red')")
    assert chromium.run(ALERTS) == 0
    text = chromium.text("#text")
    assert "<script>alert(1)</script> ignore" in text
    assert r"\x1b[31mred" in text
    assert r"\u202eesrever" in text
    assert "<img src=http://example.org/x" in text
    assert not {"\x1b", "\u202e"} & set(chromium.run("return document.body.innerText"))
    assert chromium.run("return window.attacked") == 0


def test_no_request_leaves_the_machine(chromium: Browser, wild_url: str) -> None:
    opened(chromium, wild_url)
    chromium.type("attack")
    chromium.wait(HITS)
    chromium.click("#results a")
    chromium.wait(READING)
    asked = chromium.requests()
    assert len(asked) >= 6
    assert [address for address in asked if not address.startswith((wild_url, "about:", "data:"))] == []


def test_spans_of_bytes_are_marked_in_any_script(chromium: Browser, url: str) -> None:
    opened(chromium, url)
    script = """
        const [text, spans] = arguments;
        return import('/text.js').then(({ textNodes }) => {
          const block = textNodes(text, { spans, path: 'a.md' });
          return [...block.querySelectorAll('mark')].map((mark) => mark.textContent);
        });
    """
    for text, words in [("aé日本😀x API", ["日本", "😀", "API"]), ("# ﻿検索 of\n検索", ["検索"]), ("", [])]:
        spans, start = [], 0
        for word in words:
            start = text.index(word, start)
            first = len(text[:start].encode())
            spans.append({"start": first, "end": first + len(word.encode())})
            start += len(word)
        assert chromium.run(script, text, spans) == words


def test_an_address_may_carry_the_query_before_the_fragment(chromium: Browser, url: str) -> None:
    opened(chromium, url, "?q=upload+hangs")
    chromium.wait(HITS)
    assert chromium.run("return document.querySelector('#query').value") == "upload hangs"
    assert chromium.run("return location.href").endswith("/#q=upload+hangs")


def test_a_slow_answer_never_replaces_a_later_one(chromium: Browser, url: str) -> None:
    opened(chromium, url)
    chromium.run(
        "const ask = window.fetch; window.fetch = async (...a) => {"
        " if (String(a[1]?.body).includes('\"vault\"')) await new Promise((r) => setTimeout(r, 800));"
        " return ask(...a) }"
    )
    chromium.type("vault")
    chromium.wait("return location.hash.includes('vault')")
    chromium.type(" upload hangs")
    chromium.wait("return document.querySelector('#results a')?.dataset.ref.includes('uploads-hang')")
    chromium.run("return new Promise((r) => setTimeout(r, 1000))")
    assert chromium.run("return document.querySelector('#results a').dataset.ref").endswith("uploads-hang")


def test_what_a_screen_reader_needs_is_there(chromium: Browser, url: str) -> None:
    opened(chromium, url)
    unnamed = """
        return [...document.querySelectorAll('button, input, select, a, section, article')].filter((e) =>
          !e.closest('[hidden]') && !(e.innerText || e.labels?.length
            || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby'))).map((e) => e.outerHTML)
    """
    assert chromium.run(unnamed) == []
    assert chromium.run("return document.documentElement.lang") == "en"
    assert chromium.run("return document.querySelector('[role=status][aria-live=polite]') !== null")
    assert chromium.run("return document.querySelectorAll('main, [role=search], header').length") == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough_in_light_and_dark(chromium: Browser, url: str, scheme: str) -> None:
    opened(chromium, url)
    chromium.emulate(features=[{"name": "prefers-color-scheme", "value": scheme}])
    chromium.type("upload")
    chromium.wait(HITS)
    contrast = """
        const rgb = (text) => { const c = document.createElement('canvas').getContext('2d');
          c.fillStyle = text; c.fillRect(0, 0, 1, 1);
          return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3) };
        const light = (text) => { const [r, g, b] = rgb(text).map((v) => (v /= 255) <= .04045
          ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
        const paper = light(getComputedStyle(document.body).backgroundColor);
        return ['body', '.title', '.path', '.place', '#status', '.line'].map((s) => {
          const ink = light(getComputedStyle(document.querySelector(s)).color);
          return (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05) });
    """
    assert min(chromium.run(contrast)) >= 4.5


def test_on_a_phone_nothing_is_wider_than_the_screen(chromium: Browser, wild_url: str) -> None:
    opened(chromium, wild_url)
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    chromium.do("POST", "/goog/cdp/execute", cmd="Emulation.setDeviceMetricsOverride", params=metrics)
    try:
        wide = "return document.documentElement.scrollWidth <= innerWidth"
        chromium.type("otter")
        chromium.wait(HITS)
        assert chromium.run(wide)
        chromium.click("#results a")
        chromium.wait(READING)
        assert chromium.run(wide)
        assert chromium.run("return getComputedStyle(document.querySelector('#list')).display") == "none"
    finally:
        chromium.do("POST", "/goog/cdp/execute", cmd="Emulation.clearDeviceMetricsOverride", params={})


@pytest.mark.skipif(tool_named("expand_related") is None, reason="no tool gives related refs yet")
def test_related_refs_can_be_followed(chromium: Browser, url: str) -> None:
    opened(chromium, url, "#ref=md%3Aguide%2Fconfiguration.md%23retry_limit")
    chromium.wait(READING)
    chromium.wait("return document.querySelector('#others a')?.dataset.ref")
    before = chromium.run(READING)
    chromium.click("#others a")
    chromium.wait("return document.querySelector('#reading-title').innerText !== arguments[0]", before)
