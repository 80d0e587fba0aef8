#!/usr/bin/env python3
# Opens reports in a headless browser. Usage: report_page.py COUNTERPOINT EXAMPLES FOLDER
# SPDX-License-Identifier: Apache-2.0
#
# Nothing on the console; a click on a wait selects its producer; zoom by button, key and wheel; the keyboard alone
# walks from wait to wait and from run to run; nothing is wider than the screen of a phone; light and dark differ; no
# request leaves the page. Screenshots of each are left in FOLDER. A missing browser fails.
import os
import base64
import json
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

COMMAND, EXAMPLES, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
PAGES = {
    "flash": ["flash_attention.cp", "--resize", "q=2", "--trips", "kv=3"],
    "double": ["double_buffer.cp", "double_buffer.impl.cp", "released_too_early.impl.cp", "--trips", "kv=5"],
    "pipes": ["ascend/if_then.cp"],
    "kernel": ["kernels/flash_attention.cp", "--trips", "q=2", "--trips", "kv=2"],
}


def write(name, copied_to=None):
    path = (copied_to or FOLDER) / f"{name}.html"
    words = [str(EXAMPLES / w) if w.endswith(".cp") else w for w in PAGES[name]]
    if copied_to:
        words = [shutil.copy(w, copied_to) if w.endswith(".cp") else w for w in words]
    subprocess.run([COMMAND, "report", *words, "-q", "-o", str(path)], check=True)
    return path


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        FOLDER.mkdir(parents=True, exist_ok=True)
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--window-size=1280,900"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        cls.paths = {name: write(name) for name in PAGES}

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()

    def open(self, name="flash", width=1280, scheme="light", page=None):
        b = self.browser
        b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                          {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        b.execute_cdp_cmd("Emulation.setEmulatedMedia",
                          {"media": "", "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        b.get((page or self.paths[name]).as_uri())
        self.assertIn("live", b.find_element(By.TAG_NAME, "body").get_attribute("class"))
        return b

    def tearDown(self):
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser")], [])

    def shoot(self, name):
        b = self.browser
        size = b.execute_script("return [document.documentElement.clientWidth, document.documentElement.scrollHeight]")
        shot = b.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": size[0], "height": min(size[1], 6000), "scale": 1}})
        (FOLDER / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))

    def zoom(self):
        return int(self.browser.find_element(By.ID, "zoom").text.split()[0])

    def selected(self):
        return self.browser.find_elements(By.CSS_SELECTOR, "#panels .stall.selected")

    def wait_of(self, panel, number=0):
        waits = self.browser.find_elements(By.CSS_SELECTOR, f"#panels .stall[data-panel='{panel}']:not(.barrier)")
        self.assertGreater(len(waits), number)
        return waits[number]

    def click(self, element):
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        webdriver.ActionChains(self.browser).move_to_element(element).click().perform()

    def test_every_page_opens_without_a_word_on_the_console(self):
        for name in PAGES:
            self.open(name)
            self.shoot(f"{name}-light")
            self.assertEqual(self.browser.get_log("browser"), [])

    def test_a_click_on_a_wait_selects_its_producer(self):
        b = self.open()
        self.assertEqual(self.selected(), [])
        self.click(self.wait_of(2, 1))
        self.assertEqual(len(self.selected()), 1)
        self.assertGreaterEqual(len(b.find_elements(By.CSS_SELECTOR, "#panels .slice.producer")), 1)
        self.assertGreaterEqual(len(b.find_elements(By.CSS_SELECTOR, "#panels .release.strong-line")), 1)
        said = b.find_element(By.ID, "detail").text
        producer = b.find_element(By.CSS_SELECTOR, "#panels .slice.producer title").get_attribute("textContent")
        self.assertIn("released by " + producer.split(" on ")[0], said)
        self.assertIn("slack", said)
        self.shoot("flash-selected")

    def test_zoom_by_button_key_and_wheel(self):
        b = self.open()
        self.assertEqual(self.zoom(), 100)
        before = self.wait_of(2, 1).rect["width"]
        self.click(self.wait_of(2, 1))
        b.find_element(By.ID, "zoom-in").click()
        self.assertEqual(self.zoom(), 160)
        self.assertGreater(self.selected()[0].rect["width"], before)
        self.selected()[0].send_keys("+")
        self.assertEqual(self.zoom(), 256)
        self.selected()[0].send_keys("-")
        self.assertEqual(self.zoom(), 160)
        self.shoot("flash-zoomed")
        b.execute_script("document.getElementById('panels').dispatchEvent(new WheelEvent('wheel', {ctrlKey: true, "
                         "deltaY: -100, clientX: 600, bubbles: true, cancelable: true}))")
        self.assertEqual(self.zoom(), 200)
        b.find_element(By.ID, "zoom-fit").click()
        self.assertEqual(self.zoom(), 100)

    def test_the_keyboard_alone_reaches_every_wait(self):
        b = self.open("double")
        b.execute_script("document.getElementById('next-wait').focus()")
        webdriver.ActionChains(b).send_keys(Keys.TAB).perform()
        active = b.switch_to.active_element
        self.assertIn("stall", active.get_attribute("class"))
        active.send_keys(Keys.ENTER)
        seen = []
        for _ in range(200):
            now = self.selected()[0]
            seen.append((int(now.get_attribute("data-panel")), int(now.get_attribute("data-wait"))))
            self.assertEqual(b.switch_to.active_element, now)
            now.send_keys(Keys.ARROW_RIGHT)
            if self.selected()[0].get_attribute("data-wait") == str(seen[-1][1]):
                break
        waits = b.execute_script("return JSON.parse(document.getElementById('data').textContent).panels.map(p => "
                                 "p.waits.length)")
        self.assertEqual([w for _, w in seen], list(range(waits[seen[0][0]])))
        self.selected()[0].send_keys(Keys.ARROW_DOWN)
        self.assertGreater(int(self.selected()[0].get_attribute("data-panel")), seen[0][0])
        self.selected()[0].send_keys(Keys.ESCAPE)
        self.assertEqual(self.selected(), [])

    def test_what_each_wait_says_is_what_the_run_did(self):
        self.open()
        wrong = self.browser.execute_script("""
            const data = JSON.parse(document.getElementById('data').textContent);
            const wrong = [];
            data.panels.forEach((p) => p.waits.forEach((w) => w.by.forEach(([by, time]) => {
              const end = p.slices[by][3];
              if (end > time || time < w.from || time > w.to) wrong.push([p.name, w.from, w.to, end, time]);
            })));
            return wrong;""")
        self.assertEqual(wrong, [])

    def test_a_phone_needs_no_sideways_scrolling(self):
        # The smallest screens, letters wider than any reader's, a source in a folder with a long name: what fits then
        # does not depend on the machine.
        long = FOLDER / ("a_folder_with_a_long_name" * 4)
        long.mkdir(exist_ok=True)
        for name in PAGES:
            page = write(name, long)
            for width, letters in ((390, "system-ui"), (320, "monospace")):
                b = self.open(name, width=width, page=page)
                b.execute_script("const s = document.createElement('style'); s.textContent = `* { font-family: "
                                 "${arguments[0]} !important; }`; document.head.append(s)", letters)
                wide = b.execute_script("const e = document.documentElement; return e.scrollWidth - e.clientWidth")
                self.assertLessEqual(wide, 0, f"{name}, {width} px, {letters}")
            self.open(name, width=390)
            self.shoot(f"{name}-phone")

    def test_light_dark_and_print_have_their_own_ground(self):
        def ground():
            return self.browser.execute_script("return getComputedStyle(document.body).backgroundColor")
        self.open("flash", scheme="light")
        light = ground()
        self.open("flash", scheme="dark")
        self.assertNotEqual(ground(), light)
        self.shoot("flash-dark")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertEqual(ground(), light)
        pdf = self.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
        (FOLDER / "flash.pdf").write_bytes(base64.b64decode(pdf["data"]))
        self.shoot("flash-print")

    def test_nothing_is_fetched(self):
        self.browser.get_log("performance")
        self.open()
        time.sleep(0.3)
        asked = [json.loads(e["message"])["message"] for e in self.browser.get_log("performance")]
        urls = [m["params"]["request"]["url"] for m in asked if m["method"] == "Network.requestWillBeSent"]
        self.assertEqual([u for u in urls if not u.startswith(("file:", "data:"))], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
