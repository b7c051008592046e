"""Looks at a page of `tessera explain --html`: `data PAGE` says what is in it, `browser
PAGE FOLDER` opens it in headless Chromium, where that is installed."""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

what, page = sys.argv[1:3]
text = pathlib.Path(page).read_text(encoding="utf-8")
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])

PROBE = """<script>{
const lines = document.querySelector('.lines');
const press = key => lines.dispatchEvent(new KeyboardEvent('keydown', {key}));
for (let i = 0; i < 37; ++i) press('ArrowDown');
press('Enter');
const pinned = [...document.querySelectorAll('.pane')].filter(pane => pane.querySelector('.l.pin')).length;
const canvas = document.querySelector('#timeline canvas');
setTimeout(() => {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const ink = new Set();
  for (let i = 0; i < pixels.length; i += 4) ink.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
  document.body.setAttribute('data-found', `${document.querySelectorAll('section').length} sections, ` +
    `${document.documentElement.dataset.ready == 'yes' ? 'no errors' : 'errors'}, ` +
    `${pinned == 3 ? 'pinned by keyboard' : 'pinned ' + pinned}, ${ink.size > 4 ? 'drawn' : 'blank'}`);
}, 300);
}</script></body>"""


def describe():
    print(f"{data['entry']} for {data['target']}, source {data['source']}")
    print("levels: " + ", ".join(level["name"] for level in data["levels"]))
    source = data["levels"][0]["lines"]
    for level, wanted in ((data["levels"][1], "nv_tileas.async.dot"), (data["levels"][2], "wgmma.mma_async")):
        found = next((line for line in level["lines"] if wanted in line[0]), None)
        if found:
            print(f"{wanted} comes from line {found[1]}: {source[found[1] - 1][0].strip()}")
    print("plan: " + data["plan"]["text"])
    for each in data["plan"]["strategies"]:
        name = f"taken: {each['name']}" if each["chosen"] else f"{each['name']}: {each['what']}"
        print(f"{name}, {'timed' if each['cycles'] else 'not timed'}")
    print(f"layouts: {len(data['layouts'])}")
    print(f"remarks with lines: {sum(bool(each['line']) for each in data['remarks'])}")
    if "timeline" in data:
        rows = data["timeline"]["rows"]
        engines = [row["name"] for row in rows if row["isEngine"]]
        print(f"timeline: {len(rows)} rows, an engine is {engines[0]}")
        hows = {cell[2] for cell in data["shared"]["cells"]}
        print("shared memory: " + ", ".join(name for how, name in ((2, "copies in"), (4, "operands")) if how in hows))


def browse():
    folder = pathlib.Path(sys.argv[3])
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    probe = folder / "probe.html"
    probe.write_text(text.replace("</body>", PROBE), encoding="utf-8")
    for theme in ("light", "dark"):
        if not chromium:
            print("no chromium: skipped")
            continue
        command = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000",
                   f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=5000", "--dump-dom"]
        command += ["--force-dark-mode"] if theme == "dark" else []
        done = subprocess.run([*command, probe.resolve().as_uri()], capture_output=True, text=True, timeout=120, check=False)
        found = re.search(r'data-found="([^"]*)"', done.stdout)
        print(f"{theme}: {html.unescape(found[1]) if found else 'nothing: ' + done.stderr[-500:]}")


describe() if what == "data" else browse()
