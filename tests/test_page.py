"""The page of a tree: what is in it, and in a browser, what it does."""

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import product

import pytest
from positions import position_tree

import corral
from corral import strategy_tree

PEGS = corral.mastermind()
EVIL = corral.mastermind(2, ['<b>"', "</script>", "&amp;", "'\\"])
TREE = strategy_tree(PEGS, "minimax")


class Scripts(HTMLParser):
    """Collects the scripts of a page, as a browser separates them, and everything that it would load."""

    def __init__(self, page):
        super().__init__()
        self.scripts, self.loads, self.open, self.title = [], [], None, ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.open = tag
        self.loads += [value for name, value in attributes if name in ("src", "href", "action", "data")]
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.open == "script":
            self.scripts[-1] += data
        elif self.open == "title":
            self.title += data

    def handle_endtag(self, tag):
        self.open = None


@pytest.mark.parametrize("tree", [TREE, strategy_tree(EVIL, "sieve"), strategy_tree(corral.number(0, 9), "sieve")])
def test_the_page_holds_the_tree(tree):
    page = Scripts(tree.to_html())
    assert len(page.scripts) == 2
    assert page.loads == []
    assert page.title == str(tree.game)
    told = json.loads(page.scripts[0])
    assert told["codes"] == [tree.game.guesses[number] for number in tree.guesses.tolist()]
    assert told["labels"] == tree.labels.tolist()
    assert told["wins"].count("1") == len(tree.game)
    assert (told["secrets"] is None) == (tree.game.guesses == tree.game.secrets)
    assert sum(told["children"]) == len(tree) - 1


def test_the_page_uses_no_network():
    page = strategy_tree(EVIL, "sieve").to_html()
    assert "default-src 'none'" in page
    assert not re.search("https?:|//[a-z]|fetch|XMLHttp|import ", page.replace("// ", ""))


def test_all_texts_are_in_one_table():
    script = Scripts(TREE.to_html()).scripts[1]
    table = re.search(r"const TEXT = \{.*?\n\};", script, re.DOTALL)[0]
    strings = re.findall(r'"([^"\n]*)"', re.sub(r"//.*", "", script.replace(table, "")))
    # Outside of the table a text of two words would be English.
    assert [text for text in strings if re.search("[a-z] [a-z]", text)] == ["use strict"]
    names = set(re.findall(r"TEXT\.(\w+)", script))
    assert names == set(re.findall(r"^  (\w+):", table, re.MULTILINE))


# Answers that are typed

NODE = shutil.which("node")
SHORT = ["".join(text) for length in range(5) for text in product("019ABCW+-, .", repeat=length)]
TYPED = [
    *SHORT,
    *(
        "2C1B",
        "1B2C",
        "1b 2c",
        " 1  A 2\tB ",
        "2 cows 1 bull",
        "1.2",
        "1-2",
        "1/2",
        "+1-2",
        "+ 1 - 2",
        "- 2",
        "BWW",
        "b w",
    ),
    *("010", "0,01", "00,000000001", "1,0000000000", "10,0", "100", "9,1", "12,0", "1A", "2B", "3C", "?", "1,?", "٣"),
    *(
        "yes",
        "Y",
        "n",
        " W ",
        "win",
        "WIN",
        "wins",
        "GGG",
        "g y b",
        "⬛🟩🟩",
        "⬜🟨🟩\ufe0f",
        "..-",
        "GG",
        "GGGG",
        "03",
        "3",
    ),
]
GAMES = [
    PEGS,
    corral.mastermind(10, 2),
    corral.game("mastermind:3x2+bulls"),
    corral.number(0, 9),
    corral.number(3, 3),
    corral.words("bat cat rat tab", feedback="wordle"),
    corral.words("bat cat rat tab", feedback="common"),
    corral.words("bat cat rat tab", feedback="bulls-and-cows"),
]


def place(game, text):
    try:
        return game.class_number(text)
    except corral.FeedbackError:
        return -1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_page_reads_the_answers_that_the_library_reads(game):
    if NODE is None:
        pytest.skip("no Node.js: apt install nodejs")
    script = Scripts(TREE.to_html()).scripts[1]
    reader = re.search(
        r"^// Answers as people type them.*?^function readAnswer.*?^}", script, re.DOTALL | re.MULTILINE
    )[0]
    given = json.dumps({"answers": list(map(str, game.classes)), "typed": TYPED})
    program = f"const {{ answers, typed }} = {given}, WIN = answers.length - 1;\n{reader}\n"
    program += "console.log(JSON.stringify(typed.map(readAnswer)));"
    told = subprocess.run([NODE, "-"], input=program, capture_output=True, check=True, encoding="utf-8").stdout
    read = dict(zip(TYPED, json.loads(told), strict=True))
    assert read == {text: place(game, text) for text in TYPED}


# In a browser

DRIVER = shutil.which("chromedriver")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def browser():
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium: pip install 'corral[browser]'")
    if DRIVER is None or BROWSER is None:
        pytest.skip("no Chromium with its chromedriver: apt install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    # A container has no user namespaces for the sandbox, and only pages made here are opened.
    for argument in "--headless=new", "--disable-gpu", "--no-sandbox", "--window-size=390,800":
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options, webdriver.ChromeService(DRIVER, env=os.environ | {"SE_AVOID_STATS": "true"}))
    yield started
    started.quit()


class Page:
    def __init__(self, browser, tree, path):
        path.write_text(tree.to_html(), encoding="utf-8")
        self.browser, self.tree = browser, tree
        browser.get(path.as_uri())
        assert browser.get_log("browser") == []

    def find(self, css):
        return self.browser.find_element("css selector", css)

    def all(self, css):
        return self.browser.find_elements("css selector", css)

    def text(self, css):
        return self.find(css).text

    def press(self, css):
        self.find(css).click()

    def answers(self):
        return {one.get_dom_attribute("data-answer"): one for one in self.all("#answers button")}

    def type(self, css, text):
        field = self.find(css)
        field.clear()
        field.send_keys(text + "\n")

    def close(self):
        assert self.browser.get_log("browser") == []


@pytest.fixture
def opened(browser, tmp_path):
    pages = []

    def page(tree):
        pages.append(Page(browser, tree, tmp_path / f"{len(pages)}.html"))
        return pages[-1]

    yield page
    for one in pages:
        one.close()


@pytest.mark.browser
def test_walking_shows_what_the_library_counts(opened):
    page = opened(TREE)
    history = []
    for guess, answer in TREE.path("3632"):
        assert page.text("#guess") == guess == TREE.guess(history)
        left = TREE.game.candidates(history)
        assert page.text("#left-size") == (f"{len(left)} secrets left." if len(left) > 1 else "1 secret left.")
        shown = page.text("#left-codes").split(", ")
        assert set(shown) <= set(left)
        assert len(shown) == min(40, len(left))
        parts = TREE.game.partition(guess, left)
        assert {label: one.text for label, one in page.answers().items()} == {
            str(label): f"{label} ({len(codes)})" for label, codes in parts.items()
        }
        needed = [len(TREE.path(code)) for code in left]
        rows = [row.text.split() for row in page.all("#histogram tbody tr")]
        assert rows == [[str(count), str(needed.count(count))] for count in range(len(history) + 1, max(needed) + 1)]
        page.answers()[str(answer)].click()
        assert page.browser.switch_to.active_element.get_dom_attribute("id") == "guess"
        history.append((guess, answer))
    assert page.text("#status") == "Found: 3632, with guess 5."
    assert [row.text.split() for row in page.all("#histogram tbody tr")] == [["5", "1"]]
    assert [one.text for one in page.all("#trail li")] == [f"{guess}: {answer}" for guess, answer in history]
    page.press("#back")
    assert page.text("#status") == "1 secret left."
    page.all("#trail button")[1].click()
    assert page.text("#guess") == history[1][0]
    page.press("#restart")
    assert page.text("#left-size") == "1296 secrets left."


@pytest.mark.browser
def test_a_game_against_the_tree_by_keyboard(opened):
    page = opened(TREE)
    page.press("#play")
    assert len(page.answers()) == len(PEGS.classes)
    assert not page.find("#left").is_displayed()
    path = TREE.path("6543")
    forms = ["{}{}", "{},{}", " {} {} ", "{}A{}B", "{}b{}c"]
    for (guess, answer), form in zip(path, forms, strict=False):
        assert page.text("#guess") == guess
        page.type("#answer", form.format(*answer))
    assert page.text("#status") == f"Found: 6543, with guess {len(path)}."
    assert not page.find("#answer").is_enabled()
    page.press("#restart")
    page.type("#answer", "BW")
    page.type("#answer", "3,0")
    page.type("#answer", "nonsense")
    assert page.text("#status") == "“nonsense” is no answer of this game."
    for wrong in "2C1B", "2 cows 1 bull", "1.2", "1-2":
        page.press("#restart")
        page.type("#answer", wrong)
        assert page.text("#status") == f"“{wrong}” is no answer of this game."
    page.press("#restart")
    for answer in "0,4", "0,4":
        page.type("#answer", answer)
    assert "No secret gives the answer" in page.text("#status")


@pytest.mark.browser
def test_paths_and_the_worst_secrets(opened):
    page = opened(TREE)
    page.type("#secret", " 3632 ")
    assert page.text("#path-status") == "3632 needs 5 guesses."
    assert [one.text for one in page.all("#path li")] == [f"{guess}: {answer}" for guess, answer in TREE.path("3632")]
    page.all("#path button")[2].click()
    assert page.text("#guess") == TREE.path("3632")[2][0]
    page.type("#secret", "3637")
    assert page.text("#path-status") == "“3637” is no secret of this tree."
    assert page.text("#worst-size") == "694 of them need 5 guesses:"
    assert len(page.all("#worst button")) == 40
    page.press("#worst-more")
    worst = page.all("#worst button")
    assert len(worst) == 694
    worst[-1].click()
    assert page.text("#path-status") == f"{worst[-1].text} needs 5 guesses."


@pytest.mark.browser
def test_what_is_found_above_others(opened):
    page = opened(strategy_tree(corral.number(0, 2), "sieve"))
    page.press("#answers button:last-child")
    assert page.text("#status").startswith("Found: ")
    assert page.text("#left-size") == "1 secret left."
    assert [row.text.split() for row in page.all("#histogram tbody tr")] == [["1", "1"]]
    page.type("#secret", page.text("#left-codes"))
    assert page.text("#path-status").endswith("needs 1 guess.")


@pytest.mark.browser
def test_one_of_each(opened):
    page = opened(strategy_tree(corral.mastermind(1, 1), "sieve"))
    assert page.text("#figures").startswith("1 secret; 1 guess in all, ")
    assert page.text("#worst-size") == "1 of them needs 1 guess:"


@pytest.mark.browser
def test_trees_of_other_games(opened):
    game = corral.words("bat cat rat tab", feedback="wordle")
    page = opened(strategy_tree(game, "sieve"))
    page.type("#answer", "⬛🟩🟩")
    assert page.text("#left-codes") == "cat, rat"
    page.type("#secret", "TAB")
    assert page.text("#path-status").startswith("tab needs")
    numbers = strategy_tree(corral.number(0, 9), "entropy")
    page = opened(numbers)
    page.type("#secret", "7")
    assert page.all("#path li")[-1].text == "=7: win"
    page = opened(position_tree(PEGS, [("1122", "0,?"), ("3345", (1, None))]))
    assert [one.text for one in page.all("#trail li")] == ["1122: 0,? (given)", "3345: 1,? (given)"]
    assert page.text("#asks") == "Guess 3:"
    assert page.all("#histogram th")[3].text == "3"


@pytest.mark.browser
def test_names_are_texts_and_nothing_else(opened):
    tree = strategy_tree(EVIL, "sieve")
    page = opened(tree)
    assert page.text("#guess") == tree.guess()
    assert page.text("#title") == f"Decision tree of {EVIL}"
    page.type("#secret", "</script> &amp;")
    assert page.all("#path li")[-1].text == "</script> &amp;: 2,0"
    assert page.all("main b") == []


@pytest.mark.browser
def test_light_dark_and_narrow(opened, browser):
    page = opened(TREE)
    colors = set()
    for scheme in "light", "dark":
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        colors.add(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert len(colors) == 2
    # Nothing is wider than a small phone.
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    )
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # Every field and button has a name.
    for one in page.all("button, input"):
        assert one.accessible_name or not one.is_displayed()
    assert page.find("#status").get_dom_attribute("aria-live") == "polite"
