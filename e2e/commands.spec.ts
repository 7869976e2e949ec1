import { audit, WIDTHS } from "./lib/audit.ts";
import { Chat } from "./lib/chat.ts";
import { join } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

const [WIDE, PHONE] = [WIDTHS[0], WIDTHS[1]];

/** The demo accounts in the Discord server. */
const FREJA = { id: "820000000000000002" };
const JONAS = { id: "820000000000000006" };

test("an officer works on a task from within Discord, and the web app has it", async ({
  page,
  as,
  people,
  baseURL,
}) => {
  const prospect = await addProspect(people, "Vega Vanta", {
    deadline: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const chat = new Chat(page);
  await chat.open(await Chat.address(baseURL), FREJA);
  await chat.say(`/prospect name:${prospect.displayName}`);
  const card = chat.message(prospect.displayName);
  await expect(card).toContainText("Only you can see this");
  await audit(page, "a card in Discord", [WIDE, PHONE]);

  await card.getByRole("button", { name: "Add note" }).click();
  await chat.modal.getByRole("textbox").fill("Flies with us on Thursdays.\n**Owns** a Cutlass");
  await chat.modal.getByRole("button", { name: "Submit" }).click();
  await expect(card).toContainText("Flies with us on Thursdays.");
  await card.getByRole("button", { name: "+3 days" }).click();
  await expect(card).toContainText("in 3 days");

  const web = await as(DEMO.officer);
  await web.goto(`/crm?prospect=${prospect.id}`);
  await expect(web.getByRole("dialog").getByLabel("Notes")).toHaveValue(
    /Freja Ravn: Flies with us on Thursdays\.\n\*\*Owns\*\* a Cutlass/,
  );

  // Another user moves the task on, so that the card is outdated.
  const stored = await people.call<{ version: number }>(
    DEMO.admin,
    "GET",
    `/api/prospects/${prospect.id}/record`,
  );
  await people.call(DEMO.admin, "PATCH", `/api/prospects/${prospect.id}/notes`, {
    notes: "Elsewhere",
    version: stored.version,
  });
  await card.getByRole("button", { name: "+1 day" }).click();
  const refusal = chat.message("Nothing was changed");
  await refusal.getByRole("button", { name: "Show it as it is now" }).click();
  await expect(chat.message("Elsewhere")).toBeVisible();
});

test("a member reads commands in Danish, takes part in an event and is away; a stranger learns only how to get in", async ({
  page,
  people,
  baseURL,
}) => {
  const address = await Chat.address(baseURL);
  const title = `Natjagt ${Date.now() % 100_000}`;
  await people.call(DEMO.officer, "POST", "/api/events", {
    ...{ title, description: "480 SCU of medical supplies.", location: "Ruin Station" },
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const chat = new Chat(page);
  await chat.open(address, JONAS, { locale: "da" });
  await expect((await chat.suggestions("/")).filter({ hasText: "begivenheder" })).toBeVisible();
  await chat.say("/begivenheder");
  const list = chat.message(title);
  await list.locator(".section").filter({ hasText: title }).getByRole("button", { name: "Åbn" }).click();
  await expect(list).toContainText("Tider vises i din egen tidszone");
  await list.getByRole("button", { name: "Deltag" }).click();
  await expect(list).toContainText("Du deltager.");
  const events = await people.call<{ title: string; own: { answer: string } | null }[]>(
    DEMO.member,
    "GET",
    "/api/events/1",
  );
  expect(events.find((each) => each.title === title)?.own?.answer).toBe("going");
  await chat.say("/hjælp");
  await expect(chat.message("/fravær")).toBeVisible();
  await page.setViewportSize(PHONE);
  await audit(page, "commands in Danish", [PHONE]);

  // Outside of the server commands show only the user's own data.
  await chat.open(address, JONAS, { place: "direct_message", locale: "da" });
  await expect((await chat.suggestions("/")).filter({ hasText: "fravær" })).toBeVisible();
  await expect((await chat.suggestions("/")).filter({ hasText: "begivenheder" })).toHaveCount(0);
  await chat.say("/mig");
  await expect(chat.message("Jonas")).toBeVisible();

  const stranger = await join("Stranded Sam");
  await chat.open(address, stranger);
  await chat.say("/contracts");
  const refusal = chat.message("I don't know you yet");
  await expect(refusal.getByRole("link", { name: "Open the sign-in page" })).toBeVisible();
  await expect(refusal.getByRole("button", { name: "Open" })).toHaveCount(0);
});

test("a message becomes a wish, and an administrator sees how commands stand in Discord", async ({
  page,
  as,
  baseURL,
}) => {
  const chat = new Chat(page);
  await chat.open(await Chat.address(baseURL), FREJA);
  const title = `A second Carrack ${Date.now() % 100_000}`;
  await chat.say(title);
  await chat.use("Make a wish of it", chat.message(title));
  await expect(chat.modal.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await chat.modal.getByRole("button", { name: "Submit" }).click();
  await expect(chat.message("Only you can see this").filter({ hasText: title })).toBeVisible();
  const officer = await as(DEMO.officer);
  await officer.goto("/organization?tab=wishes&sort=newest");
  await expect(officer.getByText(title).first()).toBeVisible();

  const admin = await as(DEMO.admin);
  await admin.goto("/admin?tab=discord");
  const commands = admin.locator("summary", { hasText: "Commands in Discord" });
  await expect(commands.getByText("All registered")).toBeVisible();
  await commands.scrollIntoViewIfNeeded();
});
