import type { Locator, Page } from "@playwright/test";
import { BotsPage } from "./lib/bots-page.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { appear, application, fallSilent, isOnline, join, speak, suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

/** In the editor Escape closes what the editor has open, one thing at a time, and lets Tab leave; the dialog stays. */
async function expectEscapeOfEditor({ keyboard }: Page, manager: Locator): Promise<void> {
  const editor = manager.getByRole("textbox", { name: "Text of bot.js" });
  for (const [keys, name] of [
    ["ControlOrMeta+f", "Find"],
    ["ControlOrMeta+Alt+g", "Go to line"],
  ] as const) {
    await keyboard.press(keys);
    const field = manager.getByRole("textbox", { name });
    await expect(field).toBeFocused();
    await keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(editor).toBeFocused();
  }
  await keyboard.press("Escape");
  await keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
  await expect(manager).toBeVisible();
}

test("an officer creates, edits, starts and watches a bot, sees its reports in the pipeline, breaks it, reads the log and repairs it", async ({
  as,
  people,
}) => {
  const name = `Watcher ${suffix()}`;
  const discord = await application(name);
  const person = await join("Vera Voice");
  const admin = await as(DEMO.admin);
  const crm = new CrmPage(admin);
  await people.sync();

  const page = await as(DEMO.officer);
  const bots = new BotsPage(page);
  await bots.open();
  await bots.create({
    name,
    description: "Keeps an eye on voice.",
    token: discord.token,
    clientId: discord.id,
  });
  const card = bots.card(name);
  await bots.expectStatus(card, "Offline");
  const startCrm = (on: BotsPage) =>
    on.card("CRM Bot").getByRole("button", { name: "Start: CRM Bot", exact: true });
  const refusal = bots.card("CRM Bot").getByRole("paragraph").filter({ hasText: "Only administrators" });
  await expect(refusal).toBeVisible();
  await expect(startCrm(bots)).toBeHidden();

  await card.getByRole("link", { name: "Files" }).click();
  const manager = bots.manager(name);
  await bots.write("end", '\nconsole.log("The watcher is awake.");\n');
  await expectEscapeOfEditor(page, manager);
  await manager.getByRole("button", { name: `Start: ${name}`, exact: true }).click();
  await bots.expectStatus(manager, "Online");
  await expect.poll(() => isOnline(discord.id)).toBe(true);

  await manager.getByRole("link", { name: "Logs" }).click();
  const log = manager.getByRole("log");
  await expect(log.getByText("The watcher is awake.")).toBeVisible();
  await expect(log.getByText(`Connected to Discord as ${name}.`)).toBeVisible();

  // Reports of the CRM bot, which an administrator starts, appear in the open dialog of the prospect.
  const keeper = new BotsPage(admin);
  await keeper.open();
  await startCrm(keeper).click();
  await bots.expectStatus(keeper.card("CRM Bot"), "Online");
  await crm.open("tab=team");
  const dialog = await crm.openProspect(person.name);
  await expect(dialog.getByText("Unknown", { exact: true })).toBeVisible();
  await appear(person, "online");
  await speak(person, "Hangar 1");
  await expect(dialog.getByText("Active Now").last()).toBeVisible();
  await expect(dialog.getByText(/Hangar 1/).first()).toBeVisible();
  await fallSilent(person);
  await expect(dialog.getByText(/left .*voice|voice .*left/i).first()).toBeVisible();
  await keeper.open();
  await keeper.card("CRM Bot").getByRole("button", { name: "Stop: CRM Bot", exact: true }).click();
  await bots.expectStatus(keeper.card("CRM Bot"), "Offline");

  await manager.getByRole("link", { name: "Files" }).click();
  await bots.write("start", 'throw new Error("the reactor is cold");\n');
  await manager.getByRole("button", { name: `Restart: ${name}`, exact: true }).click();
  await bots.expectStatus(manager, "Error");
  await expect.poll(() => isOnline(discord.id)).toBe(false);
  await manager.getByRole("link", { name: "Logs" }).click();
  await expect(log.getByText(/the reactor is cold/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(manager).toBeHidden();
  await expect(card.getByText(/It crashed\. Read the log/)).toBeVisible();
  await expect(card.getByText(/the reactor is cold/)).toBeVisible();

  await card.getByRole("link", { name: "Files" }).click();
  await manager.getByRole("button", { name: "History" }).click();
  await manager.getByRole("button", { name: "Revert: v2" }).click();
  await expect(toast(page, "File saved").last()).toContainText("version 2");
  await manager.getByRole("button", { name: `Start: ${name}`, exact: true }).click();
  await bots.expectStatus(manager, "Online");
  await expect.poll(() => isOnline(discord.id)).toBe(true);

  await manager.getByRole("button", { name: `Stop: ${name}`, exact: true }).click();
  await bots.expectStatus(manager, "Offline");
  await expect.poll(() => isOnline(discord.id)).toBe(false);
});

test("an administrator replaces a token, which no answer and no page contains", async ({ as }) => {
  const name = `Beacon ${suffix()}`;
  const tokens = [
    `MTAwMDAwMDAwMDAwMDAw.${suffix()}AA.first-token-0001`,
    `MTAwMDAwMDAw.${suffix()}BB.second-token-0002`,
  ];
  const [token = "", replacement = ""] = tokens;
  const page = await as(DEMO.admin);
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) bodies.push(response.text().catch(() => ""));
  });
  const bots = new BotsPage(page);
  await bots.open();
  await page.getByRole("button", { name: "Create bot" }).click();
  const form = page.getByRole("dialog", { name: "Create bot" });
  await form.getByRole("button", { name: "Create bot" }).click();
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByLabel("Name")).toHaveAccessibleDescription(/A name of at most/);
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await bots.create({ name, token, clientId: "1234567890123456789" });

  const card = bots.card(name);
  await card.getByRole("link", { name: "Settings" }).click();
  const manager = bots.manager(name);
  await expect(manager.getByText(/0001/).first()).toBeVisible();
  await manager.getByLabel("New token").fill("too short");
  await manager.getByRole("button", { name: "Replace token" }).click();
  await expect(manager.getByLabel("New token")).toHaveAccessibleDescription(/No bot token/);
  await manager.getByLabel("New token").fill(replacement);
  await manager.getByRole("button", { name: "Replace token" }).click();
  await expect(toast(page, "Token updated")).toContainText(name);
  await expect(manager.getByText(/0002/).first()).toBeVisible();

  await page.reload();
  await expect(manager.getByText(/0002/).first()).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Discord" }).getByRole("link", { name })).toBeVisible();
  const everything = [await page.content(), ...(await Promise.all(bodies))].join("\n");
  for (const secret of tokens) expect(everything.includes(secret), "a token left the server").toBe(false);
});

test("a bot is created once when the answer to its creation was lost", async ({ as, watch }) => {
  watch.expect(/ERR_FAILED/);
  const name = `Echo ${suffix()}`;
  const page = await as(DEMO.admin);
  const bots = new BotsPage(page);
  await bots.open();
  let isLost = false;
  await page.route("**/api/discord-bots", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Create bot" }).click();
  const form = page.getByRole("dialog", { name: "Create bot" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Create bot" }).click();
  await expect(page.getByRole("article").filter({ hasText: "could not be reached" })).toBeVisible();
  await form.getByRole("button", { name: "Create bot" }).click();
  await expect(toast(page, "Bot created")).toContainText(name);
  await bots.open();
  await expect(bots.card(name)).toHaveCount(1);
});

test("a role that may only read bots cannot change them", async ({ as }) => {
  const page = await as(DEMO.manager);
  const bots = new BotsPage(page);
  await bots.open();
  const card = bots.card("CRM Bot");
  await expect(card).toBeVisible();
  await expect(page.getByRole("button", { name: "Create bot" })).toHaveCount(0);
  await expect(card.getByRole("paragraph").filter({ hasText: "Your role can't do this." })).toBeVisible();
  await expect(card.getByRole("button", { name: /^(Start|Stop|Restart)/ })).toHaveCount(0);
  await card.getByRole("link", { name: "Files" }).click();
  const editor = page.getByRole("textbox", { name: "Text of bot.js" });
  await expect(editor).toHaveAttribute("aria-readonly", "true");
});
