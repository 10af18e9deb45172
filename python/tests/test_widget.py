"""The widget's side in the browser: what it shows, and what it tells of the mouse."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

import starshell as ss

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

#: A notebook's side: a picture of one pixel, and a list of what is sent.
PAGE = """<!doctype html>
<body><script type="module">
WIDGET
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj" +
  "/HwADBwIAMCbHYQAAAABJRU5ErkJggg==";
const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
const state = { frame: new DataView(bytes.buffer), width: 64, height: 48 };
const sent = [], listeners = {};
const model = {
  get: (name) => state[name],
  send: (message) => sent.push(message),
  on: (name, told) => { listeners[name] = told; },
  off: (name) => { delete listeners[name]; },
};
const place = document.createElement("div");
const ends = render({ model, el: place });
const picture = place.querySelector("img");
await picture.decode();
const size = [picture.width, picture.height, picture.naturalWidth];
// Only a real pointer can be captured.
let captured = false;
picture.setPointerCapture = () => { captured = true; };
picture.hasPointerCapture = () => captured;
const drag = (movementX, movementY) =>
  picture.dispatchEvent(new PointerEvent("pointermove", { movementX, movementY }));
drag(9, 9);
picture.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1 }));
drag(5, -2);
drag(3, 1);
drag(4, 1);
const asked = sent.length;
listeners["change:frame"]();
listeners["msg:custom"]();
const wheel = new WheelEvent("wheel", { deltaY: -120, cancelable: true });
picture.dispatchEvent(wheel);
listeners["msg:custom"]();
picture.dispatchEvent(new MouseEvent("dblclick"));
listeners["msg:custom"]();
listeners["msg:custom"]();
ends();
const left = Object.keys(listeners), kept = wheel.defaultPrevented;
document.body.textContent = JSON.stringify({ size, asked, sent, left, kept });
</script></body>
"""


def browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no Chromium or Chrome here")
    return found


def test_the_widget_asks_for_one_frame_at_a_time(tmp_path: Path) -> None:
    script = (Path(ss.__file__).parent / "widget.js").read_text(encoding="utf-8")
    script = script.replace("export default", "void")
    page = tmp_path / "page.html"
    page.write_text(PAGE.replace("WIDGET", script), encoding="utf-8")
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        waits = ["--virtual-time-budget=10000", "--dump-dom"]
        ran = subprocess.run(
            [browser(), *options, *waits, page.as_uri()],
            capture_output=True,
            text=True,
            timeout=120,
        )
    found = re.search(r"<body>(\{.*\})", ran.stdout)
    assert found, ran.stdout + ran.stderr
    told = json.loads(found.group(1))
    assert told["size"] == [64, 48, 1]
    # A pointer that is not down turns nothing, and while a frame is awaited, movements add up.
    assert told["asked"] == 1
    nothing = {"dx": 0, "dy": 0, "notches": 0, "follow": False}
    assert told["sent"] == [
        nothing | {"dx": 5, "dy": -2},
        nothing | {"dx": 7, "dy": 2},
        nothing | {"notches": -1},
        nothing | {"follow": True},
    ]
    assert told["kept"], "the page would scroll"
    assert told["left"] == [], "what the widget still listens to when it has gone"
