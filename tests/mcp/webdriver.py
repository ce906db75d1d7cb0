"""A headless Chromium, driven over the WebDriver protocol."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
    "--lang=en-US",
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Down": "\ue015", "Up": "\ue013", "Tab": "\ue004"}


class Browser:
    """One window."""

    def __init__(self, session: str) -> None:
        self.session = session

    def do(self, method: str, path: str, **body: object) -> Any:
        return _send(method, self.session + path, body if method == "POST" else None)

    def go(self, url: str) -> None:
        self.do("POST", "/url", url=url)

    def run(self, script: str, *arguments: object) -> Any:
        return self.do("POST", "/execute/sync", script=script, args=list(arguments))

    def type(self, text: str) -> None:
        """Press keys one after another in whatever has the focus."""
        actions: list[dict[str, str]] = []
        for key in text:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.do("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def click(self, selector: str) -> None:
        """Click on what a selector finds, again where the page has drawn it anew meanwhile."""
        _until(lambda: self._is_clicked(selector), selector)

    def _is_clicked(self, selector: str) -> bool:
        found = self.do("POST", "/element", using="css selector", value=selector)
        try:
            self.do("POST", f"/element/{found[ELEMENT]}/click")
        except AssertionError as error:
            if "stale element reference" not in str(error):
                raise
            return False
        return True

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    def wait(self, script: str, *arguments: object) -> Any:
        """Return what a script gives as soon as it gives something."""
        return _until(lambda: self.run(script, *arguments), script)

    def shoot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.do("GET", "/screenshot")))

    def size(self, width: int, height: int) -> None:
        self.do("POST", "/window/rect", width=width, height=height)

    def emulate(self, **parameters: object) -> None:
        """Set media features, through the DevTools protocol."""
        self.do("POST", "/goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params=parameters)

    def requests(self) -> list[str]:
        """Return the addresses that the page has asked for."""
        entries = self.do("POST", "/se/log", type="performance")
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


def missing() -> str | None:
    """Return why no browser can be started, or None."""
    absent = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"no {' and no '.join(absent)} on this machine" if absent else None


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start Chromium with a profile of its own in `folder`."""
    driver = subprocess.Popen(
        ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert driver.stdout is not None
        line = next(line for line in driver.stdout if "started successfully on port" in line)
        port = line.strip(" .\n").rpartition(" ")[2]
        root = f"http://127.0.0.1:{port}"
        options = {
            "binary": shutil.which("chromium"),
            "args": [*FLAGS, f"--user-data-dir={folder / 'profile'}"],
        }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"performance": "ALL"}}
        made = _send("POST", f"{root}/session", {"capabilities": {"alwaysMatch": wanted}})
        window = Browser(f"{root}/session/{made['sessionId']}")
        try:
            yield window
        finally:
            window.do("DELETE", "")
    finally:
        driver.terminate()
        driver.wait(timeout=10)
        assert driver.stdout is not None
        driver.stdout.close()


def _send(method: str, url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            raise AssertionError(json.load(error)["value"]["message"]) from error


def _until(question: Callable[[], Any], name: str, *, seconds: float = 15) -> Any:
    end = time.monotonic() + seconds
    while not (found := question()):
        assert time.monotonic() < end, f"never came true: {name}"
        time.sleep(0.05)
    return found
