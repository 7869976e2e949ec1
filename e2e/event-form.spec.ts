import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

type Details = {
  title: string;
  location: string;
  dates: { id: number; startsAt: string; isCancelled: boolean }[];
};
const PHONE = WIDTHS[1];

/** Opens the form of an event on the page of the organization. */
async function edit(page: Page, id: number) {
  await page.goto(`/organization?tab=events&event=${id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Event actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit event" });
  await expectFocusIn(form);
  return form;
}

test("an officer plans a weekly event, changes one date and those that follow, and cancels a date and puts it back", async ({
  as,
  people,
  watch,
}) => {
  // The event without a description and a place.
  watch.expect(/status of 400 .*\/api\/events$/);
  const title = `Mining night ${suffix()}`;
  const guest = await people.hire("Aroha Ngata", "member");
  const week = { timeZone: "Pacific/Auckland", hours: "1".repeat(168) };
  await people.call(guest, "PUT", "/api/event-times/own", week);
  const page = await as(DEMO.officer);
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "New Event" }).first().click();
  const form = page.getByRole("dialog", { name: "New event" });
  await expectFocusIn(form);
  await form.getByRole("button", { name: "Plan event" }).click();
  await expect(form.getByText("1 to ")).toBeVisible();
  await expect(form.getByLabel("Title")).toBeFocused();
  await form.getByLabel("Title").fill(title);
  await form.getByRole("button", { name: "Plan event" }).click();
  await expect(form.getByText("Say what the event is about, or save it as a draft")).toBeVisible();
  await form.getByLabel("Description").fill("Ore for the next week.");
  await form.getByLabel("Location").fill("in Discord");
  await form.getByLabel("From", { exact: true }).fill("8 pm");
  await form.getByLabel("To", { exact: true }).fill("00.30");
  await expect(form.getByText("4 h 30 min")).toBeVisible();
  await expect(form.getByText(/Auckland, the day after, members: 1/)).toBeVisible();
  await people.call(guest, "DELETE", "/api/event-times/own");
  await form.getByLabel("Repeats").selectOption("week");
  const dates = form.getByRole("region", { name: "Next dates" });
  await expect(dates.getByRole("listitem")).toHaveCount(12);
  await expect(dates.getByRole("listitem").first()).toContainText("20:00");

  await form.getByRole("button", { name: "Add slot" }).click();
  await expect(form.getByLabel("Role of slot 1")).toBeFocused();
  await page.keyboard.type("Miner");
  await form.getByLabel("Who can take it: Miner").selectOption("Owner, by role");
  await form.getByLabel("Role of their ship: Miner").selectOption("Mining");
  await form.getByRole("button", { name: "More: Seats: Miner" }).click();
  await form.getByRole("button", { name: "Add slot" }).click();
  await page.keyboard.type("Escort");
  const up = form.getByRole("button", { name: "Move up: Escort" });
  await reach(page, up);
  await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  await expect(form.getByLabel("Role of slot 1")).toHaveValue("Escort");
  await expect(form.getByText("3 seats")).toBeVisible();
  await audit(page, "the form of a new event", WIDTHS);
  await form.getByRole("button", { name: "Plan event" }).click();
  await expect(toast(page, "Event planned")).toBeVisible();
  const listed = await people.call<{ id: number; title: string }[]>(DEMO.officer, "GET", "/api/events/1");
  const id = listed.find((event) => event.title === title)?.id ?? 0;
  const details = (id: number) => people.call<Details>(DEMO.officer, "GET", `/api/events/${id}/details`);
  const planned = await details(id);
  expect(planned.dates).toHaveLength(12);

  const [first, second, third] = planned.dates.map((date) => date.id) as [number, number, number];
  const startsAt = new Date(Date.parse(planned.dates[1]?.startsAt ?? "") - 3 * 3_600_000).toISOString();
  const facts = { description: "Ore for the next week.", location: "in Discord" };
  const body = { title: `Before ${title}`, ...facts, startsAt, lengthMinutes: 150 };
  const before = await people.call<{ id: number }>(DEMO.officer, "POST", "/api/events", body);
  for (const each of [second, before.id]) await people.call(guest, "POST", `/api/events/${each}/join`, {});
  await people.call(DEMO.officer, "POST", `/api/events/${third}/people`, { guest: "Ruben" });
  const changed = await edit(page, second);
  await expect(changed.getByRole("button", { name: "Save", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await changed.getByLabel("From", { exact: true }).fill("19:00");
  await expect(changed.getByRole("region", { name: "What changes" })).toContainText(
    `At another event: ${guest.displayName}, until 19:30`,
  );
  await changed.getByLabel("From", { exact: true }).fill("20:00");
  await changed.getByLabel("Location").fill("ARC-L1");
  await expect(changed.getByRole("region", { name: "What changes" })).toContainText("ARC-L1");
  await expect(changed.getByRole("button", { name: "Save this one" })).toBeVisible();
  await changed.getByRole("radio", { name: "This and following" }).check();
  await expect(changed).toContainText("Sign-ups kept: 2.");
  await expect(changed.getByRole("region", { name: "What changes" })).toContainText(
    "sign-ups for following dates: 1",
  );
  await audit(page, "the form of a date of a series");
  await changed.getByRole("button", { name: "Save this and following" }).click();
  await expect(toast(page, "Event saved")).toBeVisible();
  expect((await details(first)).location).toBe("in Discord");
  expect((await details(third)).location).toBe("ARC-L1");

  await (await edit(page, third)).getByRole("button", { name: "Cancel event…" }).click();
  const question = page.getByRole("dialog", { name: `Cancel ${title}?` });
  await question.getByRole("button", { name: "Cancel event" }).click();
  await expect(question.getByText("1 to ")).toBeVisible();
  await question.getByLabel("Reason").fill("Servers are down");
  await audit(page, "the question before an event is cancelled", [WIDTHS[1]]);
  await question.getByRole("button", { name: "Cancel event" }).click();
  await expect(toast(page, "Event cancelled")).toBeVisible();

  const series = await edit(page, second);
  await series.getByRole("button", { name: "Put back:" }).click();
  await expect(toast(page, "takes place after all")).toBeVisible();
  await expect(series.getByRole("button", { name: "Put back:" })).toBeHidden();
  expect((await details(second)).dates.every(({ isCancelled }) => !isCancelled)).toBe(true);
});

test("the form is in Danish on a phone, keeps its input through a failure, and begins from a template", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 500 /);
  const officer = await people.hire("Dorte Dansk", "officer");
  await people.call(officer, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(officer);
  await page.setViewportSize(PHONE);
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "Ny begivenhed" }).first().click();
  const form = page.getByRole("dialog", { name: "Ny begivenhed" });
  await expectFocusIn(form);
  const title = `Mineaften ${suffix()}`;
  await form.getByLabel("Titel").fill(title);
  await form.getByLabel("Fra").fill("20:30");
  await form.getByLabel("Til", { exact: true }).fill("23");
  await form.getByLabel("Titel").focus();
  await expect(form.getByLabel("Til", { exact: true })).toHaveValue("23.00");
  await form.getByRole("button", { name: "Skabeloner" }).click();
  await page.getByRole("menuitem", { name: "Gem som skabelon" }).click();
  await page.getByRole("dialog", { name: "Gem som skabelon" }).getByRole("button", { name: "Gem" }).click();
  await expect(toast(page, "Skabelonen er gemt")).toBeVisible();
  await audit(page, "the form in Danish", [PHONE]);

  await page.route("**/api/events", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await form.getByRole("button", { name: "Planlæg" }).click();
  await toast(page, "Begivenheden blev ikke planlagt").getByRole("button").click();
  await expect(form.getByLabel("Titel")).toHaveValue(title);
  await form.getByRole("button", { name: "Gem kladde" }).click();
  await expect(toast(page, "Kladden er gemt")).toBeVisible();

  await page.goto("/organization?tab=events&form=new");
  await form.getByRole("combobox", { name: "Skabelon" }).selectOption(title);
  await expect(form.getByLabel("Titel")).toHaveValue(title);
  await expect(form.getByLabel("Fra")).toHaveValue("20.30");
});
