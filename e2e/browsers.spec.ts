import { readFileSync, writeFileSync } from "node:fs";
import { suffix } from "./lib/discord.ts";
import type { EnginePage, Finder } from "./lib/engines.ts";
import { expect, test } from "./lib/everywhere.ts";
import { Front } from "./lib/front.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";

// Journeys for every browser. Chromium takes all other journeys too, and these by `npm run browsers` alone.

const heading = (page: Finder, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

/** Waits for the toast with a title. */
const toast = (page: Finder, title: string) =>
  page.locator("article[data-toast]").filter({ hasText: title }).first().waitFor();

/** Expects that the element with the focus has this name or text, also where it is in a shadow root. */
const expectFocus = (page: EnginePage, name: string | RegExp) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        return (focused?.getAttribute("aria-label") ?? focused?.textContent ?? "").trim().slice(0, 80);
      }),
    )
    .toMatch(name);

/** Opens the page of a record of the pipeline, in the board behind it. */
const dialogOf = (page: Finder, name: string) => page.getByRole("dialog", { name: `CRM - ${name}` });

test("a recruiter signs in, opens a record from board and list, and reads at once what another writes in it", {
  tag: "@first",
}, async ({ visit, people }) => {
  const prospect = await addProspect(people, "Bo Browser");
  await addProspect(people, "Bo Browser");
  const name = prospect.displayName;
  const { page } = await visit(null);
  await page.goto("/");
  const form = page.getByRole("form", { name: "Username/Password" });
  await form.getByLabel("Username").fill(DEMO.recruiter.username);
  await form.getByLabel("Password").fill(DEMO.recruiter.password);
  await page.keyboard.press("Enter");
  await heading(page, /Mikkel$/).waitFor();
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "CRM" }).click();
  await heading(page, "CRM").waitFor();

  await page.goto(`/crm?tab=team&view=board&q=${encodeURIComponent(name)}`);
  await page.getByRole("article").filter({ hasText: name }).getByRole("link", { name, exact: true }).click();
  await dialogOf(page, name).getByRole("textbox", { name: "Notes" }).waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page, name).waitFor({ state: "hidden" });
  await expectFocus(page, name);

  await page.goto("/crm?tab=team&view=list&q=Bo+Browser");
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = dialogOf(page, name);
  const notes = dialog.getByRole("textbox", { name: "Notes" });
  await notes.waitFor();
  const { version } = await people.call<{ version: number }>(
    ...([
      DEMO.officer,
      "PATCH",
      `/api/prospects/${prospect.id}/notes`,
      { notes: "Written by Freja.", version: prospect.version },
    ] as const),
  );
  await expect.poll(() => notes.inputValue()).toBe("Written by Freja.");
  await notes.fill("Written by Mikkel.");
  await dialog.getByText(/^Saved \d+ s ago$/).waitFor();
  const read = () =>
    people.call<{ notes: string; version: number }>(
      DEMO.officer,
      "GET",
      `/api/prospects/${prospect.id}/record`,
    );
  expect((await read()).notes).toBe("Written by Mikkel.");
  expect((await read()).version).toBeGreaterThan(version);

  await dialog.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Log time" }).click();
  await page.getByRole("dialog", { name: "Log time" }).getByLabel("Minutes").fill("45");
  await page.keyboard.press("Enter");
  await toast(page, "45 min logged");
  await expectFocus(page, `Actions for ${name}`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("an officer plans a weekly event by date, time and calendar, and sees other zones", async ({
  visit,
  people,
}) => {
  const title = `Mining night ${suffix()}`;
  const guest = await people.hire("Aroha Ngata", "member");
  const week = { timeZone: "Pacific/Auckland", hours: "1".repeat(168) };
  await people.call(guest, "PUT", "/api/event-times/own", week);
  const { page } = await visit(DEMO.officer);
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "New Event" }).first().click();
  const form = page.getByRole("dialog", { name: "New event" });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Description").fill("Ore for the next week.");
  await form.getByLabel("Location").fill("in Discord");
  await form.getByRole("button", { name: "Choose a day" }).first().click();
  await page.getByRole("dialog", { name: "Choose a day" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Choose a day" }).waitFor({ state: "hidden" });
  await form.getByLabel("From", { exact: true }).fill("8 pm");
  await form.getByLabel("To", { exact: true }).fill("00.30");
  await form.getByText("4 h 30 min").first().waitFor();
  await form
    .getByText(/Auckland, the day after, members: \d+/)
    .first()
    .waitFor();
  await people.call(guest, "DELETE", "/api/event-times/own");
  await form.getByLabel("Repeats").selectOption("week");
  await form.getByRole("region", { name: "Next dates" }).getByText("20:00").first().waitFor();
  await form.getByRole("button", { name: "Plan event" }).click();
  await toast(page, "Event planned");
  await page.getByText(title).first().waitFor();
});

test("a member applies for a contract in five steps, and finds the application", async ({
  visit,
  people,
}) => {
  const title = `Refinery pickup ${suffix()}`;
  const pilot = await people.hire("Nova Hale", "member");
  const { id } = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    type: "transport",
    amount: 2_400_000,
    status: "posted",
  });
  const { page } = await visit(pilot);
  await page.goto(`/tools/contracts?contract=${id}`);
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: "Apply", exact: true }).click();
  const wizard = page.getByRole("dialog", { name: `Apply for ${title}` });
  const next = wizard.getByRole("button", { name: "Next" });
  await wizard.getByLabel("Experience").fill("Twelve escorts.");
  await wizard.getByRole("combobox", { name: "Ship" }).fill("Cutlass Black");
  await wizard.getByLabel("Availability").fill("Every evening from 20:00");
  await next.click();
  await wizard.getByLabel("First name").fill("Nova");
  await wizard.getByLabel("Last name").fill("Hale");
  await wizard.getByLabel("Discord name").fill("nova.h");
  await next.click();
  await wizard.getByText("Step 3 of 5").waitFor();
  await next.click();
  await wizard.getByText("Twelve escorts.").waitFor();
  await wizard.getByRole("checkbox").click();
  await wizard.getByRole("button", { name: "Submit" }).click();
  await wizard.waitFor({ state: "hidden" });

  await page.goto("/tools/contracts?tab=applications");
  await page.getByText(title).first().waitFor();
});

test("a member fills the hangar by pasting a list and by a file", async ({ visit, people }, info) => {
  const { page } = await visit(await people.hire("Sif Skipper", "member"));
  await page.goto("/my-hangar/import");
  await page.getByLabel("Or paste the list").fill("Carrack\nCutlass Black");
  await page.getByRole("button", { name: "Review the list" }).click();
  await heading(page, "Ready to import").waitFor();
  await page.getByRole("button", { name: "Import 2 ships" }).click();
  await heading(page, "Ships added: 2").waitFor();

  const file = info.outputPath("fleet.json");
  writeFileSync(file, JSON.stringify([{ name: "HULL-C", shipname: "Røde Orm", type: "ship" }]));
  await page.goto("/my-hangar/import");
  await page.locator("input[type=file]").setInputFiles(file);
  await heading(page, "Ready to import").waitFor();
  await page.getByRole("button", { name: "Import 1 ship" }).click();
  await heading(page, "Ships added: 1").waitFor();
  await page.getByRole("link", { name: "Open my hangar" }).click();
  await page.getByText("Røde Orm").first().waitFor();
});

test("a bot's file is edited and saved; Escape closes the search, a second one lets Tab leave the editor", async ({
  visit,
  people,
}) => {
  const name = `Watcher ${suffix()}`;
  const token = `MTAwMDAwMDAwMDAwMDAw.${suffix()}AA.first-token-0001`;
  const { id } = await people.call<{ id: number }>(DEMO.officer, "POST", "/api/discord-bots", {
    name,
    token,
    clientId: "1234567890123456789",
  });
  const { page } = await visit(DEMO.officer);
  await page.goto(`/discord-bots?bot=${id}&tab=files`);
  const editor = page.getByRole("textbox", { name: "Text of bot.js" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("// Typed in every browser.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+s");
  await toast(page, "File saved");
  await page.keyboard.press("ControlOrMeta+f");
  await expectFocus(page, "Find");
  await page.keyboard.type("every browser");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expectFocus(page, "Text of bot.js");
  await expect.poll(() => page.locator(".cm-search").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot === null)).toBe(true);
  await page.getByRole("dialog", { name }).waitFor();
});

test("an administrator saves a backup, and a rehearsal of it says what would change", async ({
  visit,
  people,
}) => {
  const { page, download } = await visit(DEMO.admin);
  await page.goto("/admin?tab=backup");
  const file = await download(() => page.getByRole("button", { name: "Generate Backup" }).click());
  await toast(page, "Complete Backup Created");
  const { tables, manifest } = JSON.parse(readFileSync(file, "utf8"));
  expect(tables).toHaveLength(manifest.tables);
  const added = await addProspect(people, "Added");
  const panel = page.getByRole("region", { name: "Restore", exact: true });
  await panel.locator("input[type=file]").setInputFiles(file);
  const rows = panel.getByRole("region", { name: "Row by row" });
  await rows.getByRole("radio", { name: /^Deleted/ }).click();
  await rows.getByText(added.displayName).first().waitFor();
  await panel.getByRole("button", { name: "Discard rehearsal" }).click();
  await rows.waitFor({ state: "hidden" });
});

test("lists are saved as files, tokens are copied, and push and passkeys say what the browser can do", async ({
  visit,
  people,
}) => {
  const olga = await people.hire("Olga Token", "officer");
  const { page, download } = await visit(olga);
  await page.goto("/audit");
  const file = await download(() => page.getByRole("button", { name: "Export" }).click());
  expect(readFileSync(file, "utf8").split("\r\n").length).toBeGreaterThan(2);

  await page.goto("/account/programs");
  const form = page.getByRole("region", { name: "New token" });
  // The form is fetched when it comes near the screen.
  await form.getByRole("heading", { name: "New token" }).click();
  await form.getByLabel("Name").fill("Fleet sheet");
  await form.getByRole("button", { name: "Create token" }).click();
  const field = page.getByLabel("Token", { exact: true });
  const token = await field.inputValue();
  expect(token).toMatch(/^cc_[0-9A-Za-z]{36}$/);
  await page.getByRole("button", { name: "Copy token" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await page.getByRole("button", { name: "I have it" }).click();
  await field.waitFor({ state: "hidden" });
  await form.getByLabel("Name").click();
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => form.getByLabel("Name").inputValue()).toBe(token);
  const can = await page.evaluate(() => ({
    push: "PushManager" in window,
    passkeys: "PublicKeyCredential" in window,
  }));
  // Chromium without windows blocks notifications.
  await page.goto("/account/notifications");
  const states = /^(Off|The browser blocks notifications of this site)$/;
  await page.getByText(can.push ? states : "This browser has no push").waitFor();
  await page.goto("/account/security");
  await page.getByRole("region", { name: "Two-step sign-in" }).getByText("Authenticator app").waitFor();
  expect(await page.getByText("This browser knows no passkeys").count()).toBe(can.passkeys ? 0 : 1);
});

test("while the server is gone the browser shows the offline page, and reloads when it is back", async ({
  visit,
  expected,
}) => {
  expected.push(/net::ERR_|could not connect|\/api\/live|could not be fetched/i);
  await using front = await Front.start(process.env["E2E_ADDRESS"] ?? "");
  const { page } = await visit(DEMO.officer, front.address);
  await page.goto("/account");
  await heading(page, "My Account").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await front.stop();
  await page.goto("/crm");
  await heading(page, "You are offline").waitFor();
  await page.reload();
  await heading(page, "You are offline").waitFor();
  await front.startAgain();
  await heading(page, "CRM").waitFor();
});

test("on a phone the bar leads everywhere, and no page is wider than the screen", async ({ visit }) => {
  const { page } = await visit(DEMO.officer);
  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole("navigation", { name: "Main navigation" });
  const expectWidth = async (name: string) => {
    await heading(page, name).waitFor();
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [innerWidth, scrollWidth - clientWidth];
    });
    expect(beyond, name).toEqual([360, 0]);
  };
  await page.goto("/crm?tab=team&view=board");
  await expectWidth("CRM");
  await bar.getByRole("link", { name: "Contracts" }).click();
  await expectWidth("Contracts");
  for (const [item, title] of [
    ["Discord bots", "Discord bots"],
    ["My Account", "My Account"],
    ["My Hangar", "My Hangar"],
  ] as const) {
    await bar.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await expectWidth(title);
  }
});
