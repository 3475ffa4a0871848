"""The form for people in a real browser, opened as a file and filled in by keyboard alone."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from helm_creativity import __version__, import_people
from helm_creativity.core.loading import get_benchmark
from helm_creativity.people.form import FormItem, FormTask, PeopleForm, form_task, render_form

pytestmark = pytest.mark.browser

HOSTILE = '</script><script>document.title = "x"</script><b>&amp;'
TASKS = (
    FormTask("dat", {"protocol": "olson2021"}, 1, "1@sha256:0", [FormItem("a", "Ten words.")]),
    FormTask("aut", {"items": HOSTILE}, 2, "2@sha256:1", [FormItem("b", f"Uses of a\n  {'brick' * 40} {HOSTILE}")]),
)
# What is requested beside the page itself, as the browser counts it.
REQUESTS = "return performance.getEntriesByType('resource').map(one => one.name)"
SPILT = """return [...document.querySelectorAll('body *')].filter(one => {
  const box = one.getBoundingClientRect(), clipped = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
  return box.right > innerWidth + 1 || box.left < -1 || clipped;
}).map(one => one.outerHTML.slice(0, 90))"""
OUTLINE = "return getComputedStyle(document.activeElement).outlineStyle"


class Person:
    """Somebody with a keyboard and no mouse."""

    def __init__(self, driver, shots):
        self.driver, self.shots = driver, shots

    def press(self, *keys):
        """Keys go to whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def press_with_control(self, key):
        """A shortcut."""
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def tab_to(self, name):
        """Tab until the element of that id or those words has the focus, which can be seen."""
        for _ in range(20):
            self.press(Keys.TAB)
            one = self.driver.switch_to.active_element
            if name in (one.get_attribute("id"), one.text, one.get_attribute("aria-label")):
                assert self.driver.execute_script(OUTLINE) != "none"
                return
        raise AssertionError(f"no Tab leads to {name}")

    def wait_for(self, text):
        """Waits until the words can be read; nothing is clipped, and the browser has nothing to complain of."""
        body = self.driver.find_element("tag name", "body")
        WebDriverWait(self.driver, 20).until(lambda _: text in body.text, f"no {text!r} on:\n{body.text}")
        assert self.driver.execute_script(SPILT) == []
        if self.shots:
            self.shots.parent.mkdir(parents=True, exist_ok=True)
            number = len(list(self.shots.parent.glob(f"{self.shots.name}-*")))
            self.driver.save_screenshot(f"{self.shots}-{number:02}.png")

    def begin(self, code, button="Begin"):
        """From the first page to the first item."""
        self.tab_to("agree")
        self.press(Keys.SPACE)
        self.tab_to("code")
        self.press(code, Keys.ENTER)
        if button != "Begin":
            self.wait_for(button)
            self.tab_to("begin")
            self.press(Keys.ENTER)

    def answer(self, text):
        """Writes a response, and goes on."""
        self.tab_to("response")
        self.press(text)
        self.tab_to("Save and continue")
        self.press(Keys.ENTER)


@pytest.fixture
def opened(driver, tmp_path, request):
    """Opens a form in a window of some width; its file goes to ``tmp_path``."""

    def open_form(form, width=1400, dark=False):
        file = tmp_path / "form.html"
        file.write_text(render_form(form), "utf-8")
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.get(file.as_uri())
        driver.execute_script("localStorage.clear(); window.name = ''")
        driver.refresh()
        folder = os.environ.get("HELM_CREATIVITY_SCREENSHOTS")
        name = request.node.name.translate({ord(bracket): "-" for bracket in "[]"})
        return Person(driver, Path(folder) / f"form-{name}" if folder else None)

    return open_form


def saved(folder):
    """The objects of the one file that was saved."""
    for _ in range(100):
        if (files := list(folder.glob("*.jsonl"))) and files[0].stat().st_size:
            return [json.loads(line) for line in files[0].read_text("utf-8").split("\n")[:-1]]
        time.sleep(0.1)
    raise AssertionError(f"no file among {list(folder.iterdir())}")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1400, False)])
def test_two_participants_fill_it_in_and_the_file_says_what_they_wrote(driver, opened, tmp_path, width, dark):
    """With a reload in the middle of a response; nothing is clipped, and nothing is requested."""
    form = PeopleForm(TASKS, name=f"Study {HOSTILE}", consent=f"You may stop.\n\n{HOSTILE}")
    person = opened(form, width, dark)
    person.wait_for("You will be asked for 3 responses.")
    person.begin("P1")
    person.wait_for("Ten words.")
    person.answer("cat, dog")
    person.wait_for("Response 2 of 3")
    assert TASKS[1].items[0].prompt == driver.find_element("id", "prompt").get_property("textContent")
    person.tab_to("response")
    person.press("a door", Keys.ENTER, 'stop; “ü” \\ "')
    driver.refresh()
    person.wait_for("Response 2 of 3")
    person.tab_to("response")
    assert driver.switch_to.active_element.get_property("value") == 'a door\nstop; “ü” \\ "'
    person.press_with_control(Keys.END)
    person.press("!")
    person.press_with_control(Keys.ENTER)
    person.wait_for("response 2 of 2 to them")
    person.tab_to("Stop for now")
    person.press(Keys.ENTER)

    person.wait_for("Write the same code to go on.")
    person.begin("Zoë 2")
    for text in ("sun", "", "paperweight"):
        person.wait_for("Your response")
        person.answer(text)
        if not text:
            person.wait_for("You have written nothing.")
            person.press(Keys.ENTER)
    person.wait_for("Zoë 2, everything you wrote is kept in this browser: 3 responses.")
    driver.refresh()
    person.wait_for("Zoë 2, everything you wrote is kept in this browser: 3 responses.")
    person.tab_to("Next participant")
    person.press(Keys.ENTER)

    person.wait_for("You will be asked")
    person.begin("Zoë 2")
    person.wait_for("Zoë 2 has finished on this machine. Write another code.")
    driver.refresh()
    person.wait_for("You will be asked")
    person.begin("P1", "P1 has 2 of 3 responses on this machine.")
    person.wait_for("response 2 of 2 to them")
    person.answer("last")
    person.wait_for("Thank you")
    person.tab_to("For the person who runs the study")
    person.press(Keys.ENTER)
    person.wait_for("3 of 3 responses, 3 in no file yet")
    person.tab_to("Save all in one file")
    person.press(Keys.ENTER)
    person.wait_for("6 responses in Study-script-script-document-title-x-script-b-amp-all-")
    assert "in no file yet" not in driver.find_element("id", "participants").text

    head, *records = saved(tmp_path)
    asked = [{**task.data, "items": [item.id for item in task.items]} for task in TASKS]
    people = head["form"].pop("participants")
    assert head == {
        "form": {
            "format": 1,
            "version": __version__,
            "name": form.name,
            "minutes": None,
            "consent": form.consent,
            "benchmarks": asked,
        }
    }
    assert [person["participant"] for person in people] == ["P1", "Zoë 2"]
    assert all(person["agreed"] == person["begun"] for person in people)
    assert all(record.pop("seconds") >= 0 for record in records)
    places = [("dat", "a", 0), ("aut", "b", 0), ("aut", "b", 1)]
    texts = {"P1": ["cat, dog", 'a door\nstop; “ü” \\ "!', "last"], "Zoë 2": ["sun", "", "paperweight"]}
    assert records == [
        {"benchmark": benchmark, "participant": code, "item": item, "trial": trial, "response": text}
        for code, written in texts.items()
        for (benchmark, item, trial), text in zip(places, written, strict=True)
    ]
    assert driver.execute_script(REQUESTS) == []
    assert driver.get_log("browser") == []


def test_the_clock_ends_a_response_and_a_reload_does_not_stop_it(driver, opened, tmp_path):
    """The words appear with the clock; what is written in time is kept."""
    person = opened(PeopleForm(TASKS[:1], minutes=0.05))
    person.wait_for("0.05 minutes for each")
    person.tab_to("code")
    person.press("P1", Keys.ENTER)
    person.wait_for("Start the clock")
    assert "Ten words." not in driver.find_element("tag name", "body").text
    person.tab_to("start")
    person.press(Keys.ENTER)
    person.wait_for("Ten words.")
    person.press("in time")
    driver.refresh()
    person.wait_for("Time is over. What you wrote is kept.")
    person.tab_to("save")
    person.press(Keys.ENTER)
    _, record = saved(tmp_path)
    assert (record["response"], record["seconds"]) == ("in time", 3.0)


def test_a_window_has_what_was_written_in_it_though_the_browser_lost_it(driver, opened):
    """Chromium 156 gives an empty store to one of ten reloads of a page that is opened as a file."""
    person = opened(PeopleForm(TASKS[:1]))
    person.wait_for("You will be asked")
    person.tab_to("code")
    person.press("P1", Keys.ENTER)
    for count in range(10):
        person.wait_for("Response 1 of 1")
        assert driver.find_element("id", "response").get_property("value") == "a" * count
        assert driver.execute_script("return Object.keys(localStorage).length") == 1
        person.tab_to("response")
        person.press_with_control(Keys.END)
        person.press("a")
        if count % 2:
            driver.execute_script("localStorage.clear()")
        driver.refresh()


def test_a_browser_that_keeps_nothing_is_no_secret(driver, opened, tmp_path):
    """The page says so at once, and the file is whole all the same."""
    broken = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    person = opened(PeopleForm(TASKS[:1]))
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": broken})["identifier"]
    try:
        driver.refresh()
        person.wait_for("This browser does not keep what you write.")
        person.tab_to("code")
        person.press("P1", Keys.ENTER)
        person.wait_for("Ten words.")
        person.answer("sun")
        person.wait_for("Thank you")
        person.tab_to("save")
        person.press(Keys.ENTER)
        _, record = saved(tmp_path)
        assert record["response"] == "sun"
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        driver.get("about:blank")


def test_a_participant_can_be_removed(driver, opened):
    """After a question, and nobody else goes."""
    person = opened(PeopleForm(TASKS[:1]))
    person.wait_for("Begin")
    for code in ("P1", "P2"):
        person.tab_to("code")
        person.press(code, Keys.ENTER)
        person.wait_for("Ten words.")
        person.answer("sun")
        person.wait_for("Thank you")
        person.tab_to("next")
        person.press(Keys.ENTER)
        person.wait_for("Begin")
    person.tab_to("For the person who runs the study")
    person.press(Keys.ENTER)
    person.tab_to("Remove the responses of P1")
    person.press(Keys.ENTER)
    question = driver.switch_to.alert
    assert question.text == "Remove all responses of P1 from this browser? In no file yet: 1."
    question.accept()
    assert driver.find_element("id", "participants").text.startswith("P2")
    assert driver.execute_script("return Object.keys(localStorage).length") == 1


def test_what_it_saves_becomes_a_sample_of_people(opened, tmp_path):
    """From the page to scores: two participants, one of whom has nothing to say."""
    args = {"protocol": "olson2021", "embedding": "builtin"}
    person = opened(PeopleForm([form_task(get_benchmark("dat"), args)], name="Study 1", consent="I agree."))
    for code, text in (("P1", "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"), ("P2", "")):
        person.wait_for("You will be asked")
        person.begin(code)
        person.wait_for("Your response")
        person.answer(text)
        if not text:
            person.wait_for("You have written nothing.")
            person.press(Keys.ENTER)
        person.wait_for("Next participant")
        if text:
            person.tab_to("Next participant")
            person.press(Keys.ENTER)
    person.tab_to("For the person who runs the study")
    person.press(Keys.ENTER)
    person.wait_for("in no file yet")
    person.tab_to("Save all in one file")
    person.press(Keys.ENTER)
    saved(tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    sample = import_people(path, "dat")
    assert (sample.name, sample.consent, sample.settings["embedding"]) == ("Study 1", "I agree.", "builtin")
    assert sample.by_participant() == {"P1": pytest.approx(76.5631)}
    assert [response.failure_reason for response in sample.responses] == ["", "empty"]
