import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO, type People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

type Planned = { id: number; title: string; version: number };

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const GUNNER = { id: 1, name: "Turret gunner", ship: "Hammerhead", need: null, seats: 2 };
const MEDIC = { id: 2, name: "Medic", ship: "Cutlass Red", need: null, seats: 1 };

/** Plans an event as the officer; it has one place and begins soon, at the top of the agenda, unless `terms` say else. */
const plan = (people: People, name: string, terms: Record<string, unknown> = {}) =>
  people.call<Planned>(DEMO.officer, "POST", "/api/events", {
    ...{ title: `${name} ${suffix()}`, startsAt: minutesFromNow(90), lengthMinutes: 120 },
    ...{ timeZone: "Europe/Copenhagen", location: "Ruin Station", type: "mission", maxAttendees: 1 },
    description: "480 SCU of medical supplies.",
    ...terms,
  });

const addGuest = (people: People, { id }: Planned, guest: string) =>
  people.call(DEMO.officer, "POST", `/api/events/${id}/people`, { guest });

const row = (page: Page, { id }: Planned) => page.locator(`li[data-event="${id}"]`);
const dialog = (page: Page, { title }: Planned) => page.getByRole("dialog", { name: title });

test("a member takes a slot, waits for a place on a phone, moves up and withdraws", async ({
  as,
  people,
  watch,
}) => {
  // The place that was free is taken when the member asks for it.
  watch.expect(/status of 409 .*\/join$/);
  // Begins before every event of other journeys, so that the card of the next event shows it.
  const convoy = await plan(people, "Convoy to Pyro", {
    ...{ startsAt: minutesFromNow(12), maxAttendees: 4, slots: [GUNNER, MEDIC] },
    description: "480 SCU of medical supplies. ".repeat(12),
  });
  const mining = await plan(people, "Quantanium night");
  await addGuest(people, mining, "Ruben");
  const race = await plan(people, "Murray Cup");
  const member = await people.hire("Emil Event", "member");

  const page = await as(member);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/organization");
  await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();

  const card = page.getByRole("article", { name: convoy.title });
  await expect(card).toContainText(/Next, starts in \d+ min/);
  await expect(card).toContainText("0 of 4 places taken");
  await card.getByRole("button", { name: "More", exact: true }).click();
  await expect(card.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
  // On phones the slots are in the event's dialog.
  await card.getByRole("link", { name: "Choose a slot" }).click();
  const chosen = dialog(page, convoy);
  await chosen.getByRole("button", { name: "Choose a slot" }).click();
  await expect(chosen.getByRole("heading", { name: "Slots by role and ship" })).toBeFocused();
  await chosen.getByRole("button", { name: "Take slot: Turret gunner" }).click();
  await expect(chosen.locator('[data-slot="1"]')).toContainText("Your slot");
  await expect(chosen.locator('[data-slot="1"]').getByRole("img")).toHaveAccessibleName(
    `Taken by ${member.displayName}; Free: 1`,
  );
  await chosen.getByRole("button", { name: "Move here: Medic" }).click();
  await expect(chosen.locator('[data-slot="2"]')).toContainText("Your slot");
  await expect(chosen).toContainText("1 of 4 places taken");
  await toast(page, "You moved from Turret gunner to Medic").getByRole("button", { name: "Undo" }).click();
  await expect(chosen.locator('[data-slot="1"]')).toContainText("Your slot");
  // The slot of the medic is full: the member keeps their own while they wait for it.
  await people.call(DEMO.officer, "POST", `/api/events/${convoy.id}/people`, { guest: "Ruben", slotId: 2 });
  await chosen.getByRole("button", { name: "Join waiting list (no. 1): Medic" }).click();
  await expect(chosen.locator('[data-slot="2"]')).toContainText("Waiting, no. 1");
  await expect(chosen.locator('[data-slot="1"]')).toContainText("Your slot");
  await chosen.getByRole("button", { name: "Stop waiting" }).click();
  await expect(chosen.getByRole("button", { name: "Join waiting list (no. 1): Medic" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toContainText("Turret gunner");

  const full = row(page, mining);
  await expect(full).toContainText("1 of 1");
  await full.getByRole("button", { name: `Join waiting list: ${mining.title}` }).click();
  await expect(full).toContainText("Waiting, no. 1");
  await full.getByRole("link", { name: mining.title }).click();
  const panel = dialog(page, mining);
  await expect(panel).toContainText(`Waiting for a place: 1. ${member.displayName}`);
  const { people: answers } = await people.call<{ people: { id: number; displayName: string }[] }>(
    ...([DEMO.officer, "GET", `/api/events/${mining.id}/details`] as const),
  );
  const guest = answers.find(({ displayName }) => displayName === "Ruben");
  await people.call(DEMO.officer, "DELETE", `/api/events/${mining.id}/people/${guest?.id}`);
  await expect(panel).not.toContainText("Waiting for a place");
  await expect(panel).toContainText("1 of 1 places taken");
  await expect(panel.getByRole("listitem").filter({ hasText: member.displayName })).toBeVisible();
  // Nobody gets the place while the member can undo that.
  await people.call(DEMO.officer, "POST", `/api/events/${mining.id}/people`, { guest: "Rita" });
  await panel.getByRole("button", { name: "Withdraw" }).click();
  await expect(panel).toContainText("You have not answered yet");
  await toast(page, "You have withdrawn from").getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await expect(panel).toContainText("Waiting for a place: 1. Rita");
  await panel.getByRole("button", { name: "Withdraw" }).click();
  await panel.getByRole("button", { name: "Maybe" }).click();
  await expect(panel.getByRole("heading", { name: "Maybe 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(full).toContainText("Maybe");

  await page.route(
    "**/join",
    async (route) => {
      await addGuest(people, race, "Signe");
      await route.continue();
    },
    { times: 1 },
  );
  await row(page, race)
    .getByRole("button", { name: `Join: ${race.title}` })
    .click();
  await expect(page.getByText(/Somebody took the last place of .* You can wait as no\. 1/)).toBeVisible();
  await page.getByRole("button", { name: "Join waiting list", exact: true }).click();
  await expect(row(page, race)).toContainText("Waiting, no. 1");

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: "Only mine" }).click();
  await expect(page).toHaveURL(/mine=1/);
  await expect(row(page, mining)).toHaveCount(0);
  await expect(row(page, race)).toBeVisible();
  await page.getByLabel("Filter by type").selectOption("Meeting");
  await expect(page.getByText("No such events")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  // The toast may cover the link until it closes.
  await page.getByRole("link", { name: "Past events" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Past events" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Join/ })).toHaveCount(0);
});

test("an officer signs a guest up, removes them, and deletes a draft", async ({ as, people }) => {
  const training = await plan(people, "New pilots", {
    ...{ startsAt: minutesFromNow(2 * 24 * 60), type: "training", maxAttendees: 4, slots: [MEDIC] },
  });
  const patrol = await plan(people, "Lockdown patrol");
  await people.call(DEMO.officer, "POST", `/api/events/${patrol.id}/cancel`, {
    reason: "Servers are down",
    version: patrol.version,
  });
  const draft = await plan(people, "Siege", { status: "draft" });

  const page = await as(DEMO.officer);
  await page.goto(`/organization?tab=events&event=${training.id}`);
  const panel = dialog(page, training);
  await panel.getByRole("combobox", { name: "Slot" }).selectOption("Medic");
  await panel.getByRole("combobox", { name: "Sign somebody up" }).fill("Liv Larsen");
  await page.getByRole("option", { name: "Add Liv Larsen as a guest" }).click();
  const guest = panel.getByRole("listitem").filter({ hasText: "Liv Larsen" });
  await expect(guest).toContainText("Medic · guest · added by Freja Ravn");
  await expect(panel.locator('[data-slot="2"]')).toContainText("Join waiting list");
  await audit(page, "an event", WIDTHS);
  await guest.getByRole("button", { name: "Remove Liv Larsen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(guest).toHaveCount(0);
  await page.keyboard.press("Escape");

  await expect(row(page, patrol)).toContainText("Called off by Freja Ravn: Servers are down");
  await row(page, patrol).getByRole("link").click();
  await dialog(page, patrol).getByRole("button", { name: "Event actions" }).click();
  await page.getByRole("menuitem", { name: "Put back" }).click();
  await expect(dialog(page, patrol).getByRole("button", { name: /^Join/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, patrol).getByRole("link")).toBeFocused();

  await row(page, draft).getByRole("link").click();
  await dialog(page, draft).getByRole("button", { name: "Event actions" }).click();
  await page.getByRole("menuitem", { name: "Delete draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(row(page, draft)).toHaveCount(0);

  // The days of the strip are reached by keys, and lead to the agenda.
  const strip = page.getByRole("region", { name: /^Five weeks from/ });
  await reach(page, strip.getByRole("button", { name: "Five weeks earlier" }));
  const day = strip.getByRole("button", { name: new RegExp(`${training.title}, open to you`) });
  await day.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("h3:focus")).toHaveAttribute("data-day", /^\d{4}-\d\d-\d\d$/);
  await strip.getByRole("button", { name: "Five weeks later" }).click();
  await expect(day).toHaveCount(0);
  await strip.getByRole("button", { name: "Five weeks earlier" }).click();
  await expect(day).toBeVisible();
});

test("the events are shown in Danish", async ({ as, people }) => {
  const meeting = await plan(people, "Vinterens rekruttering", { type: "meeting", maxAttendees: 8 });
  const reader = await people.hire("Dagny Deltager", "member");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.goto("/organization");
  await expect(page.getByRole("heading", { name: "Kommende" })).toBeVisible();
  await expect(page.getByText("Tider i din zone, København")).toBeVisible();
  await expect(row(page, meeting)).toContainText("8 tilbage");
  await row(page, meeting)
    .getByRole("button", { name: `Deltag: ${meeting.title}` })
    .click();
  await expect(row(page, meeting)).toContainText("Deltager");
});
