import type { Page } from "@playwright/test";
import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { Chat } from "./lib/chat.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO, type People } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

/** The officer's account in the Discord server. */
const FREJA = { id: "820000000000000002" };

type Setting = { settingKey: string; version: number };
type Form = { id: number; key: string; version: number; liveNumber: number | null };

/** Opens or closes the front door; opened, it has the nine questions to start from. */
async function setDoor(people: People, isOpen: boolean): Promise<void> {
  const { admin } = DEMO;
  const settings = await people.call<Setting[]>(admin, "GET", "/api/organization/1/settings");
  const version = settings.find(({ settingKey }) => settingKey === "front_door")?.version;
  await people.call(admin, "PUT", "/api/organization/1/settings/front_door", {
    settingValue: isOpen,
    version,
  });
  if (!isOpen) return;
  const forms = await people.call<Form[]>(admin, "GET", "/api/forms/1");
  const form =
    forms.find(({ key }) => key === "recruit") ??
    (await people.call<Form>(admin, "POST", "/api/forms/1", { key: "recruit", name: "Recruiting" }));
  if (form.liveNumber === null)
    await people.call(admin, "POST", `/api/forms/${form.id}/publish`, { version: form.version });
}

test.beforeAll(async ({ people }) => setDoor(people, true));
test.afterAll(async ({ people }) => setDoor(people, false));

/** The application of the newest prospect with a name, as officers read it. */
async function applicationOf(people: People, name: string) {
  const [prospect] = await people.call<{ id: number; displayName: string }[]>(
    DEMO.officer,
    "GET",
    `/api/prospects/1?q=${encodeURIComponent(name)}`,
  );
  if (!prospect) throw new Error(`${name} is no prospect`);
  const path = `/api/prospects/${prospect.id}/application`;
  return people.call<{ admission: { id: number; status: string; answers: object } }>(
    DEMO.officer,
    "GET",
    path,
  );
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("a stranger fills in the form, sends it, reads an officer's answer as it comes, and takes the application back", async ({
    page,
    people,
  }) => {
    await page.goto("/auth");
    const presses = await countPresses(page);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).tap();
    const choose = (question: string, option: string) =>
      page.getByRole("group", { name: question }).getByLabel(option, { exact: true }).tap();
    await page.getByRole("link", { name: "Continue with Discord" }).tap();
    await page.getByRole("radio", { name: "Someone not in the server" }).check();
    await page.getByRole("button", { name: "Authorize" }).tap();

    await expect(heading(page, "About you")).toBeVisible();
    await expect(page).toHaveURL(/\/application$/);
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
    await page.getByLabel("What should we call you?").fill("Elias");
    await choose("How old are you?", "18 to 29");
    await expect(page.getByText(/^Saved/).last()).toBeVisible();
    await press("Continue");

    await expect(heading(page, "How you fly")).toBeFocused();
    await choose("What do you like to do?", "Rescue");
    await page.getByRole("searchbox", { name: "Ship" }).fill("cutlass red");
    await page.getByRole("radio", { name: /^Cutlass Red/ }).tap();
    await page.getByLabel("Tell us about an evening you enjoyed").fill("We flew medical runs until three.");
    await choose("Are you in another organization?", "No");
    await press("Continue");
    await choose("Which evenings?", "Wednesday");
    await press("Continue");

    await expect(heading(page, "Read it and send")).toBeFocused();
    await audit(page, "answers before they are sent, one is missing", PHONE);
    // Continue stood there: a tap within the time of a double tap is a stray one.
    let strays = -1;
    await expect(async () => {
      strays += 1;
      await press("Send it");
      await expect(page.getByRole("region", { name: "One answer is open" })).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.getByRole("button", { name: "Do you have a headset?" }).tap();
    await choose("Do you have a headset?", "Yes");
    // Not by Continue, which stands where it then says Send: the second of two quick taps there would be a stray one.
    await page.getByRole("link", { name: "Read it and send" }).tap();
    await audit(page, "answers before they are sent", PHONE);
    await press("Send it");
    await expect(heading(page, "Your application")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "We have it" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    // Three more for the answer that was left out, and one to choose the account in the emulated Discord.
    expect(presses() - 4 - strays, "presses without the texts").toBeLessThanOrEqual(12);

    const { admission } = await applicationOf(people, "stranded.pilot");
    expect(admission.status).toBe("sent");
    await people.call(DEMO.officer, "POST", `/api/admissions/${admission.id}/messages`, {
      text: "Would Wednesday suit you?",
    });
    await expect(page.getByText("Would Wednesday suit you?")).toBeVisible();
    await expect(page.getByText("Waits for you")).toBeVisible();
    await audit(page, "an application that an officer has answered", [...WIDTHS]);
    await page.getByLabel(`Answer ${DEMO.officer.displayName}`).fill("Yes, from eight.");
    await press("Send");
    await expect(page.getByText("Waits for you")).toBeHidden();

    await press("Withdraw");
    const question = page.getByRole("alertdialog", { name: "Withdraw your application?" });
    await question.getByRole("button", { name: "Withdraw" }).tap();
    await expect(page.getByText("You took it back")).toBeVisible();
    const after = await applicationOf(people, "stranded.pilot");
    expect(after.admission).toMatchObject({ status: "withdrawn", answers: {} });

    await press("Apply again");
    await expect(heading(page, "About you")).toBeVisible();
  });
});

test("a registered user applies by keyboard in Danish, and answers typed without a connection are kept", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const account = await people.register("Dagny Dansk");
  const page = await as(account);
  const { keyboard } = page;
  await page.goto("/");
  await page.getByRole("button", { name: "Dansk", exact: true }).press("Enter");
  await expect(heading(page, "Om dig")).toBeVisible();

  await page.context().setOffline(true);
  await reach(page, page.getByLabel("Hvad skal vi kalde dig?"));
  await keyboard.type("Dagny");
  await expect(page.getByText("Gemt på denne enhed").first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Gemt(?! på)/).first()).toBeVisible();

  const check = async (question: string, option: string) => {
    const place = page.getByRole("group", { name: question });
    const radios = place.getByRole("radio");
    if ((await radios.count()) > 0) {
      await reach(page, radios.first());
      const target = place.getByRole("radio", { name: option });
      await keyboard.press("Space");
      for (let tries = 0; !(await target.isChecked()) && tries < 5; tries += 1)
        await keyboard.press("ArrowDown");
      return;
    }
    await reach(page, place.getByRole("checkbox", { name: option }));
    await keyboard.press("Space");
  };
  const go = async (name: string, next: string) => {
    await reach(page, page.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
    await expect(heading(page, next)).toBeFocused();
  };
  await check("Hvor gammel er du?", "30 eller mere");
  await go("Fortsæt", "Hvordan du flyver");
  await check("Hvad kan du lide at lave?", "Minedrift");
  await check("Hvilket skib flyver du mest?", "Jeg har ikke noget skib endnu");
  await check("Er du i en anden organisation?", "Nej");
  await go("Fortsæt", "Tid og tale");
  await page.reload();
  await expect(heading(page, "Tid og tale")).toBeVisible();
  await check("Hvilke aftener?", "Lørdag");
  await check("Har du et headset?", "Ja");
  await go("Fortsæt", "Læs det, og send");
  await audit(page, "answers before they are sent, in Danish");
  await reach(page, page.getByRole("button", { name: "Send den" }));
  await keyboard.press("Enter");
  await expect(heading(page, "Din ansøgning")).toBeVisible();
  const { admission } = await applicationOf(people, account.displayName);
  expect(admission.answers).toMatchObject({ name: "Dagny", age: "older", likes: ["mining"], ship: "none" });

  await reach(page, page.getByRole("button", { name: "Ret", exact: true }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ret dine svar" });
  await dialog.getByRole("checkbox", { name: "Søndag" }).press("Space");
  await audit(page, "correcting answers");
  await dialog.getByRole("button", { name: "Gem" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("insertion")).toHaveText("Søndag");
});

const ANSWERS = {
  ...{ name: "Ada", handle: { handle: "AdaFlies" }, age: "adult", likes: ["rescue"] },
  ...{ ship: { ids: [], names: ["Cutlass Red"] }, elsewhere: false, evenings: ["tue"], headset: true },
};

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

  await dialog.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Withdraw or decline" }).click();
  const step = page.getByRole("dialog", { name: "Withdraw or decline" });
  await expect(step.getByRole("radio", { name: "Declined by us" })).toBeChecked();
  await step.getByLabel("Reason").fill("Rude in voice.");
  await step.getByLabel("What the applicant reads").fill("Try again in spring.");
  await audit(page, "declining an applicant");
  await step.getByRole("button", { name: "Withdraw or decline" }).click();
  await expect(dialog.getByText(`Already answered by ${DEMO.officer.displayName}: declined`)).toBeVisible();

  const theirs = await as(second);
  await theirs.goto("/application");
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
  const field = page.getByLabel("You need, in English");
  await field.fill("A headset and patience");
  const stored = await people.call<{ version: number }>(DEMO.admin, "GET", "/api/door/1");
  await people.call(DEMO.admin, "PUT", "/api/door/1", { ...stored, needsDa: "Et headset" });
  await expect(field, "what was typed stays").toHaveValue("A headset and patience");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await expect(panel).toContainText("A headset and patience");
  await expect(panel).toContainText("Et headset");
  await audit(page, "two changes of what the recruiting page says", [...WIDTHS]);
  await panel.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByLabel("You need, in Danish")).toHaveValue("Et headset");
  await expect(field).toHaveValue("A headset and patience");
  for (const view of ["requirements", "answers"]) {
    await page.goto(`/admin?tab=recruiting&view=${view}`);
    await audit(page, `recruiting, ${view}`, [...WIDTHS]);
  }
});
