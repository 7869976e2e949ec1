import { audit, WIDTHS } from "./lib/audit.ts";
import { Chat } from "./lib/chat.ts";
import { suffix } from "./lib/discord.ts";
import { ANSWERS, heading, setDoor } from "./lib/door.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

/** The officer's account in the Discord server. */
const FREJA = { id: "820000000000000002" };

test.beforeAll(async ({ people }) => setDoor(people, true));
test.afterAll(async ({ people }) => setDoor(people, false));

test("an officer opens the next applicant by a key, sends an answer with their name in it, and declines them with words", async ({
  as,
  people,
}) => {
  const [first, second] = [await people.register("Ada First"), await people.register("Bo Second")];
  for (const account of [first, second])
    await people.call(account, "POST", "/api/admissions/own/send", { answers: ANSWERS, version: 0 });
  await people.call(DEMO.admin, "POST", "/api/answer-templates/1", {
    name: "Which evening",
    textEn: "Hello {name}, which evening suits you?",
  });
  const page = await as(DEMO.officer);
  await page.goto(`/crm?tab=team&view=list&stage=open&q=${encodeURIComponent(first.displayName)}`);
  await page.getByRole("link", { name: first.displayName }).first().click();
  const record = (name: string) => page.getByRole("dialog", { name: `CRM - ${name}` });
  await expect(record(first.displayName).getByRole("term").first()).toHaveText("Name");
  await page.keyboard.press("j");
  const dialog = record(second.displayName);
  await expect(dialog).toBeVisible();
  await audit(page, "the record of an applicant", [...WIDTHS]);

  await dialog.getByRole("button", { name: "Answers to send" }).click();
  await page.getByRole("menuitem", { name: "Which evening" }).click();
  const field = dialog.getByLabel(`Answer ${second.displayName}`);
  const text = `Hello ${second.displayName}, which evening suits you?`;
  await expect(field).toHaveValue(text);
  await field.press("j");
  await expect(dialog, "a key in a field only types").toBeVisible();
  await field.press("Backspace");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect(field).toHaveValue("");

  // A time for the talk, which the applicant takes by a press.
  await dialog.getByRole("button", { name: "Propose a time" }).click();
  const proposal = page.getByRole("dialog", { name: "Propose a time" });
  await audit(page, "proposing a time");
  await proposal.getByLabel("When").fill("4 December 2098 20:00");
  await proposal.getByRole("button", { name: "Propose a time" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  const time = "Thu, 4 Dec 2098, 20:00";
  await expect(dialog.getByRole("listitem").filter({ hasText: time })).toBeVisible();
  const theirs = await as(second);
  await theirs.goto("/application");
  const choice = theirs.getByRole("button", { name: time });
  await expect(choice).toBeVisible();
  await audit(theirs, "times for a talk", [...WIDTHS]);
  await choice.click();
  await expect(choice).toBeHidden();
  await expect(theirs.getByRole("listitem").filter({ hasText: time })).toHaveCount(2);
  await expect(dialog.getByRole("listitem").filter({ hasText: time })).toHaveCount(2);

  await dialog.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Withdraw or decline" }).click();
  const step = page.getByRole("dialog", { name: "Withdraw or decline" });
  await expect(step.getByRole("radio", { name: "Declined by us" })).toBeChecked();
  await step.getByLabel("Reason").fill("Rude in voice.");
  await step.getByLabel("What the applicant reads").fill("Try again in spring.");
  await audit(page, "declining an applicant");
  await step.getByRole("button", { name: "Withdraw or decline" }).click();
  await expect(dialog.getByText(`Already answered by ${DEMO.officer.displayName}: declined`)).toBeVisible();

  await expect(theirs.getByText("Try again in spring.")).toBeVisible();
  await expect(theirs.getByText(text)).toBeVisible();
  await expect(theirs.getByText("Rude in voice.")).toBeHidden();
});

test("an officer takes an application and gives the first answer from Discord alone, and the applicant's open page shows both", async ({
  as,
  page,
  people,
  baseURL,
}) => {
  const kind = "application.review";
  type Channel = { id: string; name: string };
  const channels = await people.call<Channel[]>(DEMO.admin, "GET", "/api/announcements/1/channels");
  const channelId = channels.find(({ name }) => name === "officers")?.id;
  const choose = (body: object) => people.call(DEMO.admin, "PUT", "/api/announcements/1", { kind, ...body });
  await choose({ channelId, language: "en" });
  const account = await people.register("Vera Voice");
  await people.call(account, "POST", "/api/admissions/own/send", { answers: ANSWERS, version: 0 });
  const theirs = await as(account);
  await theirs.goto("/application");
  await expect(heading(theirs, "Your application")).toBeVisible();

  const chat = new Chat(page);
  await chat.open(await Chat.address(baseURL), FREJA, { channel: "officers" });
  const card = page.getByRole("article").filter({ hasText: account.displayName }).first();
  await expect(card).toContainText("nobody has it yet");
  await audit(page, "an application in the emulated Discord", [...WIDTHS]);
  await card.getByRole("button", { name: "Take it" }).click();
  await expect(theirs.getByText(`${DEMO.officer.displayName} reads it.`)).toBeVisible();
  await card.getByRole("button", { name: "Answer", exact: true }).click();
  await chat.modal.getByRole("textbox").fill("Would Tuesday suit you?");
  await chat.modal.getByRole("button", { name: "Submit" }).click();
  await expect(chat.message("reads it on their page.")).toContainText("Only you can see this");

  await expect(theirs.getByText("Would Tuesday suit you?")).toBeVisible();
  await expect(theirs.getByLabel(`Answer ${DEMO.officer.displayName}`)).toBeVisible();
  await choose({ channelId: null, language: "en" });
});

test("an administrator closes the door until a day, which applicants read, opens it again, and keeps both texts of two who save", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/409 \(Conflict\).*\/api\/door\/1/);
  const account = await people.register("Cy Waits");
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=recruiting&view=page");
  await page.getByRole("switch", { name: "Closed for now" }).click();
  await page.getByLabel("Closed until").fill("4 January 2099");
  await page.getByLabel("You need, in English").fill("A headset");
  await audit(page, "what the recruiting page says", [...WIDTHS]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const theirs = await as(account);
  await theirs.goto("/application");
  await expect(theirs.getByText("We take nobody in until").first()).toBeVisible();
  await page.getByRole("switch", { name: "Closed for now" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  // Another administrator saves while something else is typed.
  await page.reload();
  const needsDa = `Et headset ${suffix()}`;
  const field = page.getByLabel("You need, in English");
  await field.fill("A headset and patience");
  const stored = await people.call<{ version: number }>(DEMO.admin, "GET", "/api/door/1");
  await people.call(DEMO.admin, "PUT", "/api/door/1", { ...stored, needsDa });
  await expect(field, "what was typed stays").toHaveValue("A headset and patience");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await expect(panel).toContainText("A headset and patience");
  await expect(panel).toContainText(needsDa);
  await audit(page, "two changes of what the recruiting page says", [...WIDTHS]);
  await panel.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByLabel("You need, in Danish")).toHaveValue(needsDa);
  await expect(field).toHaveValue("A headset and patience");
  for (const view of ["requirements", "answers"]) {
    await page.goto(`/admin?tab=recruiting&view=${view}`);
    await audit(page, `recruiting, ${view}`, [...WIDTHS]);
  }
});
