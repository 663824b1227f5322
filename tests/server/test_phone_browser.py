"""A question is answered in a real browser of a phone's size: it opens the page, reads it, and presses a button."""

from __future__ import annotations

import pytest
from browser import phone
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from test_answer_links import Asked

PATIENCE_S = 60


@pytest.fixture
def browser(tmp_path):
    with phone(tmp_path) as found:
        yield found


@pytest.fixture
def ask(server, http):
    return lambda **named: Asked(server, http, **named)


def press(browser, label, then):
    """Press a button, and wait for the page that follows: it says ``then``."""
    browser.find_element(By.XPATH, f"//button[normalize-space()='{label}']").click()
    # While one page gives way to the next, the driver finds neither and says so in one way or another.
    WebDriverWait(browser, PATIENCE_S, ignored_exceptions=[WebDriverException]).until(lambda _: then in shown(browser))


def shown(browser):
    return browser.find_element(By.TAG_NAME, "body").text


@pytest.mark.slow
@pytest.mark.parametrize(("label", "state"), [("Approve", "approved"), ("Refuse", "refused")])
def test_a_phone_approves_and_refuses(browser, ask, label, state):
    asked = ask(command="docker restart caddy", reason="It answers 502.", services=("caddy",))
    for _ in range(3):  # a preview, the scanner of a mailbox, and whoever reads it
        browser.get(asked.url)
    assert "docker restart caddy" in shown(browser)
    assert "It answers 502." in shown(browser)
    assert asked.now.state == "waiting"
    press(browser, label, then=f"It was {state}.")
    assert (asked.now.state, asked.now.answered_by) == (state, "link")
    browser.back()
    browser.refresh()
    assert "Answered already" in shown(browser)


@pytest.mark.slow
def test_what_cannot_be_taken_back_wants_a_second_press(browser, ask):
    asked = ask(kind="tier", tier=3)
    browser.get(asked.url)
    press(browser, "Approve", then="This cannot be taken back.")
    assert asked.now.state == "waiting"
    press(browser, "Yes, approve", then="It was approved.")
    assert asked.now.state == "approved"


@pytest.mark.slow
def test_a_command_that_is_a_script_is_shown_and_not_run(browser, ask):
    asked = ask(command="<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">")
    browser.get(asked.url)
    assert "<script>document.title='run'</script>" in shown(browser)
    assert browser.title == "May the agent do this?"
    assert not browser.find_elements(By.TAG_NAME, "img")


@pytest.mark.slow
def test_everything_is_in_reach_of_a_thumb(browser, ask):
    asked = ask(command=f"docker exec caddy caddy reload --config /etc/{'very-long-' * 30}.json", reason="A " * 400)
    browser.get(asked.url)
    wide = browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
    assert not wide, "nothing has to be moved sideways"
    for button in browser.find_elements(By.TAG_NAME, "button"):
        assert button.size["height"] >= 44
