import type { Page } from "@playwright/test";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { answerBulk, answerMany } from "./lib/many-prospects.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const COUNT = 2_065;
/** Most rows in the document: those on a screen of 900 px and ten beyond either end, with room for taller screens. */
const MOST_ROWS = 60;
/** Most calls of functions that a key in the search takes: with one for each prospect they would be more. */
const MOST_CALLS = 4_000;

const rowsOf = (page: Page) => page.locator("tr[data-prospect]");
const headOf = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });

test("a list of 2,065 prospects renders the rows on screen, and is sorted by each column with the keyboard", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.officer);
  await answerMany(page, people, COUNT);
  await new CrmPage(page).open("tab=team&view=list&stage=intro");
  await expect(headOf(page, "Deadline")).toHaveAttribute("aria-sort", "ascending");
  for (const [name, sort] of [
    ["Note", "line"],
    ["Status", "status"],
    ["Assigned to", "assignee"],
    ["In stage", "here"],
    ["Prospect", "prospect"],
  ] as const) {
    const order = headOf(page, name).getByRole("button");
    await order.focus();
    await page.keyboard.press("Enter");
    await expect(headOf(page, name)).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL((url) => url.searchParams.get("sort") === sort);
    await expect(order).toBeFocused();
  }
  await expect(rowsOf(page).first()).toContainText("Pilot 1");
  await page.keyboard.press("Enter");
  await expect(headOf(page, "Prospect")).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("columnheader", { name: "Deadline" })).toHaveAttribute("aria-sort", "none");
  await expect(rowsOf(page).first()).toContainText(`Pilot ${COUNT}`);
  await expect(rowsOf(page).first()).toHaveAttribute("aria-rowindex", "2");
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(MOST_ROWS);

  await page.reload();
  await expect(rowsOf(page).first()).toContainText(`Pilot ${COUNT}`);
  const first = page.getByRole("link", { name: `Pilot ${COUNT}`, exact: true });
  await first.focus();
  await page.evaluate(() => scrollTo(0, 30_000));
  // Counts the rows at that place: those whose assignee is away are a line higher than the others.
  const shownAt = () =>
    page.evaluate(() =>
      Number(document.elementFromPoint(700, 450)?.closest("tr")?.getAttribute("aria-rowindex")),
    );
  await expect.poll(shownAt).toBeGreaterThan(400);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("link", { name: "Pilot 1", exact: true })).toBeInViewport();
  await expect(headOf(page, "Prospect")).toBeInViewport();
  await expect(first).toBeFocused();
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(MOST_ROWS);
  await expect(rowsOf(page).last()).toHaveAttribute("aria-rowindex", String(COUNT + 1));
});

test("scrolling to the end of the first prospects loads all of them", async ({ as, people }) => {
  const page = await as(DEMO.officer);
  await answerMany(page, people, COUNT);
  await new CrmPage(page).open("tab=team&view=list&stage=intro");
  await expect(page.getByRole("button", { name: "Load more (50 shown)" })).toBeAttached();
  await page.getByRole("button", { name: "Load more (50 shown)" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: /^Load more/ })).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});

/** Counts how often functions of the page's scripts are called: the returned function answers how often since it was last asked. */
async function countCalls(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async () => {
    const { result } = await devtools.send("Profiler.takePreciseCoverage");
    const ours = result.filter(({ url }) => url.includes("/assets/"));
    return ours
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  };
}

test("typing in the search over 2,065 sorted prospects processes none of them, and causes one search in all", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.officer);
  await answerMany(page, people, COUNT);
  const crm = new CrmPage(page);
  await page.clock.install();
  await crm.open("tab=team&view=list&stage=intro&sort=prospect");
  await expect(rowsOf(page).first()).toContainText("Pilot 1");
  const searched: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get("q");
    if (pathname === "/api/prospects/1" && text) searched.push(text);
  });
  const calls = await countCalls(page);
  const field = page.getByRole("textbox", { name: crm.words.search });
  await field.focus();
  // While the clock stands still, the page waits for the next key.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [text, rows] of [
    ["pilot", COUNT],
    ["pilot 206", 7],
  ] as const) {
    const counts: number[] = [];
    for (const key of text.slice((await field.inputValue()).length)) {
      await calls();
      await page.keyboard.type(key);
      counts.push(await calls());
    }
    // Other work may run beside one of the keys.
    expect(Math.min(...counts), "calls for a key").toBeLessThan(MOST_CALLS);
    await page.clock.runFor(1_000);
    const found = page.getByRole("table", { name: "Search results" });
    await expect(found).toHaveAttribute("aria-rowcount", String(rows + 1));
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(MOST_ROWS);
  }
  // A search is answered in pages, which another user's change may have requested again.
  expect([...new Set(searched)]).toEqual(["pilot", "pilot 206"]);
});

test("all 2,065 prospects are selected and changed in calls of 100, skipped ones are reported once, and one undo returns all", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.officer);
  await answerMany(page, people, COUNT);
  const calls = await answerBulk(page);
  await new CrmPage(page).open("tab=team&view=list&stage=intro");
  await page.getByRole("checkbox", { name: "Select all 2,065" }).check();
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  await expect(bar).toContainText("2,065 selected");
  await bar.getByRole("button", { name: "Deadline" }).click();
  await page.getByRole("menuitem", { name: "5 days" }).click();
  const changed = toast(page, "Changed: 2,044");
  await expect(changed).toContainText("Skipped: 21");
  expect(calls.changed.map((ids) => ids.length)).toEqual([...Array(20).fill(100), 65]);
  expect(new Set(calls.changed.flat()).size).toBe(COUNT);
  await expect(page.getByRole("region", { name: "Skipped: 21" })).toContainText("Was changed meanwhile.");
  await expect(bar).toContainText("21 selected");
  await changed.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone: 2,044")).toBeVisible();
  expect(calls.undone).toEqual(calls.changed.map((_, at) => at).reverse());
});

test("a change of 2,065 prospects that fails half-way says how many are left, keeps those selected, and can be undone", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 503 .*\/bulk$/);
  const page = await as(DEMO.officer);
  await answerMany(page, people, COUNT);
  const calls = await answerBulk(page, 3);
  await new CrmPage(page).open("tab=team&view=list&stage=intro");
  await page.getByRole("checkbox", { name: "Select all 2,065" }).check();
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  await bar.getByRole("button", { name: "Deadline" }).click();
  await page.getByRole("menuitem", { name: "5 days" }).click();
  const stopped = toast(page, "Stopped: 1,765 left");
  await expect(stopped).toContainText("Changed: 297");
  // The 1,765 and the three that were skipped.
  await expect(bar).toContainText("1,768 selected");
  await stopped.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone: 297")).toBeVisible();
  expect(calls.undone).toEqual([2, 1, 0]);
});
