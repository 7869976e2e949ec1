import { readFileSync } from "node:fs";
import { audit, PHONE, WIDE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { pastEvent } from "./lib/database.ts";
import { suffix } from "./lib/discord.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

const idOf = async (people: People, account: Account) =>
  (await people.call<{ id: number }>(account, "GET", "/api/user")).id;

test("attendance at an event is confirmed, claimed, reported, and used in the split of a contract", async ({
  as,
  people,
}) => {
  const title = `Operation Nattergal ${suffix()}`;
  const officer = await people.hire("Olga Officer", "officer");
  const [ada, bo, cilla] = [
    await people.hire("Ada Alm", "member"),
    await people.hire("Bo Berg", "member"),
    await people.hire("Cilla Cruz", "member"),
  ];
  const [organizer, adaId, boId] = [
    await idOf(people, officer),
    await idOf(people, ada),
    await idOf(people, bo),
  ];
  const id = pastEvent(title, organizer, [
    { userId: adaId, voice: [[-10, 185]] },
    { userId: boId, voice: [[0, 66]] },
  ]);
  const address = `/organization/attendance?event=${id}`;

  // A member who did not sign up asks to be added.
  const theirs = await as(cilla);
  await theirs.goto(address);
  await expect(theirs.getByText("You did not sign up.")).toBeVisible();
  await expect(theirs.getByText(ada.displayName)).toHaveCount(0);
  await theirs.getByRole("button", { name: "I was there" }).click();
  const form = theirs.getByRole("dialog", { name: "I was there" });
  await form.getByLabel("Minutes").fill("90");
  await form.getByLabel("For the organizer").fill("I flew along from Checkmate.");
  await audit(theirs, "claim", WIDE);
  await form.getByRole("button", { name: "Ask to be added" }).click();
  await expect(toast(theirs, "Sent to the organizer")).toBeVisible();
  await expect(theirs.getByText("You asked for 1 h 30 min: not answered yet.")).toBeVisible();
  await audit(theirs, "own row", PHONE);

  const page = await as(officer);
  await page.goto(address);
  await expect(page.getByText("0 of 2 with a place confirmed.")).toBeVisible();
  await audit(page, "attendance");

  // Confirms the clear person first, then the others by keyboard and by hand.
  await page.getByRole("button", { name: "Confirm 1 who attended" }).click();
  await expect(toast(page, `Confirmed: ${ada.displayName}`)).toContainText("2 left to confirm");
  await expect(page.getByText("1 of 2 with a place confirmed.")).toBeVisible();
  const answer = (account: Account) =>
    page.getByRole("radiogroup", { name: `Was ${account.displayName} there?` });
  await expect(answer(ada).getByRole("radio", { name: /^Yes/ })).toBeChecked();
  await expect(answer(bo).getByRole("radio", { checked: true })).toHaveCount(0);
  await answer(bo)
    .getByRole("radio", { name: /^Partly/ })
    .focus();
  await page.keyboard.press("Space");
  await expect(answer(bo).getByRole("radio", { name: /^Partly/ })).toBeChecked();
  await page.getByRole("button", { name: `Minutes of ${bo.displayName}: 1 h 6 min` }).click();
  const minutes = page.getByRole("dialog", { name: `How long was ${bo.displayName} there?` });
  await minutes.getByLabel("Minutes").fill("70");
  await minutes.getByRole("button", { name: "Save minutes" }).click();
  await expect(page.getByRole("button", { name: `Minutes of ${bo.displayName}: 1 h 10 min` })).toBeVisible();
  await page.getByRole("button", { name: `Approve for ${cilla.displayName}` }).click();
  await expect(page.getByRole("region", { name: /^Late claims/ })).toHaveCount(0);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^attendance-${id}-.*\\.csv$`));
  const saved = readFileSync(await file.path(), "utf8");
  expect(saved).toContain(`${bo.displayName},,Partly,70,66,${officer.displayName}`);
  await expect(theirs.getByRole("button", { name: "Export" })).toHaveCount(0);

  await page.getByRole("button", { name: "Write report" }).click();
  const report = page.getByRole("dialog", { name: `Report of ${title}` });
  await report.getByLabel("What happened").fill("All six crates arrived.");
  await report.getByLabel("What went well").fill("The escort held.");
  await report.getByRole("button", { name: "Save report" }).click();
  await expect(page.getByRole("region", { name: "Report" })).toContainText("The escort held.");

  // The member sees the decision and reads the report, also in Danish.
  await expect(theirs.getByText("You were there partly, 1 h 30 min.")).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Report" })).toContainText("All six crates arrived.");
  await people.call(cilla, "PATCH", "/api/user/language", { language: "da" });
  await theirs.reload();
  await expect(theirs.getByText("Du var delvist med, 1 t 30 min.")).toBeVisible();
  await expect(theirs.getByText("1 af 1 på et halvt år, 1 t 30 min")).toBeVisible();

  // A member who shares their attendance shows it on their profile.
  const profile = `/members?member=${await people.memberId(cilla)}`;
  const timeline = page.getByRole("region", { name: "Timeline" });
  await page.goto(profile);
  await expect(timeline).toContainText("Joined as");
  await expect(timeline).not.toContainText(title);
  await theirs.getByRole("switch", { name: "Vis på min profil, med mine begivenheder" }).click();
  await expect(timeline).toContainText(`At part of the event ${title}`);

  // A split by time takes the three people with their minutes.
  const contract = await people.call<{ id: number }>(officer, "POST", "/api/contracts", {
    ...{ title: `Convoy ${suffix()}`, type: "mining", amount: 340_000, status: "posted" },
  });
  await people.call(officer, "PUT", `/api/contracts/${contract.id}`, { assignedTo: adaId });
  await people.call(officer, "PATCH", `/api/contracts/${contract.id}/status`, { status: "completed" });
  await page.goto(`/tools/contracts?contract=${contract.id}`);
  await page.getByLabel("Split", { exact: true }).selectOption({ label: "By time" });
  await page.getByRole("button", { name: "Take people from an event" }).click();
  const events = page.getByRole("dialog", { name: "Take people from an event" });
  await expect(events.getByRole("button", { name: `Take people from ${title}` })).toBeVisible();
  await audit(page, "take people", WIDE);
  await events.getByRole("button", { name: `Take people from ${title}` }).click();
  await expect(events).toBeHidden();
  await page.getByRole("button", { name: "Save the split" }).click();
  await expect(page.getByRole("button", { name: "Save the split" })).toBeHidden();
  const { lines } = await people.call<{ lines: { name: string; value: number; share: number }[] }>(
    officer,
    "GET",
    `/api/contracts/${contract.id}/payout`,
  );
  expect(lines.map(({ name, value, share }) => [name, value, share])).toEqual([
    [ada.displayName, 180, 180_000],
    [bo.displayName, 70, 70_000],
    [cilla.displayName, 90, 90_000],
  ]);
});

test("the crew of an event is paid from it with five presses, by a contract that is there or a new one", async ({
  as,
  people,
}) => {
  const title = `Night haul ${suffix()}`;
  const officer = await people.hire("Otto Officer", "officer");
  const [ada, bo] = [await people.hire("Ada Alm", "member"), await people.hire("Bo Berg", "member")];
  const [organizer, adaId, boId] = [
    await idOf(people, officer),
    await idOf(people, ada),
    await idOf(people, bo),
  ];
  const was = [
    { userId: adaId, voice: [[0, 180]] as [number, number][] },
    { userId: boId, voice: [[0, 180]] as [number, number][] },
  ];
  // The last event has the Discord accounts of the people.
  const second = pastEvent(`${title} II`, organizer, was, 12);
  pastEvent(title, organizer, was, 6);
  await people.call(officer, "POST", "/api/contracts", {
    ...{ title: `${title} pay`, type: "transport", amount: 300_000, status: "posted" },
  });
  const page = await as(officer);
  await page.goto("/organization?tab=events");
  const past = page.getByRole("link", { name: /^Past events \d+\+? ?\d+ to confirm$/ });
  await expect(past).toBeVisible();
  await past.click();
  const presses = await countPresses(page);
  await page.getByRole("link", { name: `Confirm attendance: ${title}`, exact: true }).click();
  await page.getByRole("button", { name: "Confirm 2 as suggested" }).click();
  await expect(toast(page, `Confirmed: ${ada.displayName} and ${bo.displayName}`)).toContainText(
    "0 left to confirm",
  );
  const panel = page.getByRole("region", { name: "Pay the crew" });
  await expect(panel).toContainText("2 confirmed, 6 h");
  await panel.getByRole("radio", { name: `${title} pay` }).check();
  await expect(panel.getByRole("definition")).toHaveText(["150,000", "150,000"]);
  await panel.getByRole("button", { name: "Pay the crew" }).click();
  const dialog = page.getByRole("dialog", { name: `${title} pay` });
  await dialog.getByRole("button", { name: "Mark all 2 as sent" }).click();
  await expect(dialog.getByText(/^Waiting for /)).toHaveCount(2);
  expect(presses()).toBe(5);

  // Another evening, by a new contract, on a phone and in Danish.
  await people.call(officer, "PUT", `/api/events/${second}/attendance`, {
    people: [
      { userId: adaId, answer: "yes" },
      { userId: boId, answer: "partly", minutes: 60 },
    ],
  });
  await people.call(officer, "PATCH", "/api/user/language", { language: "da" });
  await page.setViewportSize(WIDTHS[1]);
  await page.goto(`/organization/attendance?event=${second}`);
  const betal = page.getByRole("region", { name: "Betal holdet" });
  await page.getByRole("button", { name: "Betal holdet" }).first().click();
  await expect(betal).toBeFocused();
  await betal.getByLabel("Beløb").fill("100.000");
  await expect(betal.getByRole("definition")).toHaveText(["75.000", "25.000"]);
  await audit(page, "pay the crew");
  await betal.getByRole("button", { name: "Betal holdet" }).click();
  await expect(page.getByRole("dialog", { name: `${title} II` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Marker alle 2 som sendt" })).toBeVisible();
});

test("attendance is entered by hand where no bot saw anybody, and not before the event begins", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 404 /);
  const member = await people.hire("Mona Member", "member");
  const title = `Quiet evening ${suffix()}`;
  const officer = await idOf(people, DEMO.officer);
  // A time at which nobody else is in voice.
  const id = pastEvent(title, officer, [{ userId: await idOf(people, member) }], 48);
  const nobody = pastEvent(`${title} II`, officer, [], 72);
  const page = await as(DEMO.officer);
  await page.goto(`/organization/attendance?event=${id}`);
  await expect(page.getByText("No bot saw anybody in voice.")).toBeVisible();
  await expect(page.getByRole("button", { name: /as suggested$/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(page.getByRole("button", { name: /^Minutes of .*: 3 h$/ })).toBeVisible();
  await audit(page, "nobody seen", WIDE);

  await page.goto(`/organization/attendance?event=${nobody}`);
  await expect(page.getByText("Nobody signed up")).toBeVisible();

  const soon = await people.call<{ id: number }>(DEMO.officer, "POST", "/api/events", {
    ...{ title: `${title} III`, description: "The third one.", location: "Ruin Station" },
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await page.goto(`/organization/attendance?event=${soon.id}`);
  await expect(page.getByText("Not begun")).toBeVisible();
  await page.goto("/organization/attendance?event=999999");
  await expect(page.getByRole("alert")).toBeVisible();
});
