import { BotsPage } from "./lib/bots-page.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("the draft of a bot's file survives a reload, and replaces another user's text only when its user decides so", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/bot-files\//);
  const name = `Scribe ${suffix()}`;
  const { id } = await people.call<{ id: number }>(DEMO.officer, "POST", "/api/discord-bots", { name });
  const page = await as(DEMO.officer);
  const manager = new BotsPage(page).manager(name);
  await page.goto("/discord-bots");
  await new BotsPage(page).card(name).getByRole("link", { name: "Files" }).click();
  const editor = page.getByRole("textbox", { name: "Text of bot.js" });
  await expect(editor).toContainText("command-centre");
  const kept = manager.getByText("Not saved, kept in this browser");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("x");
  await expect(kept).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(kept).toBeHidden();
  await page.keyboard.type("// Mine.");
  await expect(kept).toBeVisible();
  await page.reload();
  await expect(kept).toBeVisible();
  await expect(editor).toContainText("// Mine.");

  const files = () =>
    people.call<{ id: number; content: string; version: number }[]>(
      DEMO.officer,
      "GET",
      `/api/discord-bots/${id}/files`,
    );
  const [file] = await files();
  await people.call(DEMO.admin, "PATCH", `/api/bot-files/${file?.id}`, {
    content: "// Theirs.",
    version: file?.version,
  });
  await manager.getByRole("button", { name: "Save", exact: true }).click();
  await expect(manager.getByRole("alert")).toContainText("Somebody else saved bot.js");
  await manager.getByRole("button", { name: "Keep writing" }).click();
  await expect(manager.getByText(/saved version 2 meanwhile/)).toBeVisible();
  await manager.getByRole("button", { name: "Compare", exact: true }).click();
  await manager.getByRole("button", { name: "Keep mine" }).click();
  await expect(toast(page, "File saved")).toContainText("version 3");
  await expect(kept).toBeHidden();
  expect((await files())[0]?.content).toContain("// Mine.");
});

test("the draft of a split survives a reload, and replaces another split only when its user decides so", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/payout$/);
  const title = `Salvage ${suffix()}`;
  const pilot = await people.hire("Signe Split", "member");
  const contract = await people.call<{ id: number; version: number }>(
    DEMO.recruiter,
    "POST",
    "/api/contracts",
    { title, type: "transport", amount: 1_000 },
  );
  const { id } = contract;
  await people.call(DEMO.recruiter, "PATCH", `/api/contracts/${id}/post`, { version: contract.version });
  await people.call(pilot, "POST", "/api/contract-applications", {
    ...{ contractId: id, organizationId: 1, applicantName: pilot.displayName, applicantDiscord: "signe" },
    ...{ experience: "Two years.", shipType: "Vulture", availability: "Evenings", firstName: "Signe" },
    ...{ lastName: "Split", discordUsername: "signe", timezone: "Europe/Copenhagen", rsiHandle: "" },
    ...{ backgroundCheck: false, references: "", termsAccepted: true, additionalNotes: "" },
  });
  const page = await as(DEMO.recruiter);
  await page.goto(`/tools/contracts?contract=${id}`);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: `Accept ${pilot.displayName}` }).click();
  await page
    .getByRole("dialog", { name: /^Accept/ })
    .getByRole("button", { name: "Accept" })
    .click();
  const mode = dialog.getByLabel("Split", { exact: true });
  const unsaved = dialog.getByText("Not saved yet");
  await mode.selectOption("By weight");
  await expect(unsaved).toBeVisible();
  await page.reload();
  await expect(unsaved).toBeVisible();
  await expect(mode).toHaveValue("weighted");

  type Payout = { mode: string; version: number; lines: { userId: number }[] };
  const read = () => people.call<Payout>(DEMO.recruiter, "GET", `/api/contracts/${id}/payout`);
  /** Saves a split of fixed amounts, as from another browser. */
  const splitElsewhere = async (value: number) => {
    const { version, lines } = await read();
    await people.call(DEMO.recruiter, "PUT", `/api/contracts/${id}/payout`, {
      mode: "fixed",
      version,
      lines: lines.map(({ userId }) => ({ userId, value })),
    });
  };
  await splitElsewhere(1_000);
  await dialog.getByRole("button", { name: "Save the split" }).click();
  const clash = dialog.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await clash.getByRole("button", { name: "Keep mine" }).click();
  await expect(unsaved).toBeHidden();
  expect((await read()).mode).toBe("weighted");

  await mode.selectOption("Equally");
  await splitElsewhere(900);
  await dialog.getByRole("button", { name: "Save the split" }).click();
  await clash.getByRole("button", { name: "Take theirs" }).click();
  await expect(unsaved).toBeHidden();
  await expect(mode).toHaveValue("fixed");
  expect((await read()).mode).toBe("fixed");
});

test("text typed into a note during a save stays, and is saved next", async ({ as, people }) => {
  const prospect = await addProspect(people, "Tara Typing");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const { dialog, notes } = await crm.openNotes(prospect);
  const { promise: paused, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/prospects/*/notes", async (route) => {
    await paused;
    await route.continue();
  });
  const sent = page.waitForRequest("**/api/prospects/*/notes");
  await notes.fill("Flies ");
  await notes.press("ControlOrMeta+Enter");
  await sent;
  // Another edit of the same prospect waits for the note, and is not refused because of it.
  await crm.setDeadline(dialog, "1 day");
  await notes.pressSequentially("a Vulture ");
  answer();
  await expect(toast(page, "Deadline changed")).toBeVisible();
  await expectStored(people, prospect.id, { notes: "Flies a Vulture" });
  await expect(dialog.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expect(notes).toHaveValue("Flies a Vulture ");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await crm.open(`tab=team&prospect=${prospect.id}`);
  await expect(notes).toHaveValue("Flies a Vulture");
});

test("a note whose dialog is closed and opened again while it is saved is kept when that save fails", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  const prospect = await addProspect(people, "Rita Reopened");
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open("tab=team");
  const dialog = await crm.openProspect(name);
  const notes = dialog.getByRole("textbox", { name: "Notes" });
  const { promise: paused, resolve: fail } = Promise.withResolvers<void>();
  await page.route("**/api/prospects/*/notes", async (route) => {
    await paused;
    await route.abort();
  });
  const sent = page.waitForRequest("**/api/prospects/*/notes");
  await notes.fill("Flies a Vulture.");
  await notes.press("ControlOrMeta+Enter");
  await sent;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(notes).toHaveValue("Flies a Vulture.");
  fail();
  await expect(dialog.getByText(/Your text is saved in this browser/)).toBeVisible();
  await page.unroute("**/api/prospects/*/notes");
  await dialog.getByRole("button", { name: "retry" }).click();
  await expectStored(people, prospect.id, { notes: "Flies a Vulture." });
});

test("a note that replaces another user's asks no second time when the network fails meanwhile", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/notes$/, /ERR_FAILED/);
  const prospect = await addProspect(people, "Kira Kept");
  const page = await as(DEMO.officer);
  const { dialog, notes } = await new CrmPage(page).openNotes(prospect);
  // The other note is saved while this one is being sent, so that the page cannot know of it before.
  await page.route(
    "**/api/prospects/*/notes",
    async (route) => {
      await people.call(DEMO.manager, "PATCH", `/api/prospects/${prospect.id}/notes`, {
        notes: "Written by Oliver.",
        version: prospect.version,
      });
      await route.continue();
    },
    { times: 1 },
  );
  await notes.fill("Written by Freja.");
  await notes.press("ControlOrMeta+Enter");
  const clash = dialog.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await expect(clash).toBeVisible();
  await page.route("**/api/prospects/*/notes", (route) => route.abort());
  await notes.press("ControlOrMeta+Enter");
  await clash.getByRole("button", { name: "Keep mine" }).click();
  await expect(dialog.getByText(/Your text is saved in this browser/)).toBeVisible();
  await page.unroute("**/api/prospects/*/notes");
  await dialog.getByRole("button", { name: "retry" }).click();
  await expect(dialog.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expectStored(people, prospect.id, { notes: "Written by Freja." });
});
