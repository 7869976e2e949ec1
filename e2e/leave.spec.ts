import { audit, WIDTHS } from "./lib/audit.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

const DAY = 86_400_000;
/** The day some days from today by UTC, as it is typed. */
const typed = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const inWords = (days: number, locale: string) => {
  const day = new Date(typed(days));
  const isThisYear = day.getUTCFullYear() === new Date().getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", ...year }).format(day);
};

test("a member says on a phone when they are away, an officer sees it in the list, hands over what is uncovered and adds leave for them, and the member comes back early in Danish", async ({
  as,
  people,
  watch,
}) => {
  // The days that are refused.
  watch.expect(/status of 40[09] .*\/api\/leaves$/);
  const lea = await people.hire("Lea Leave", "recruiter");
  const name = lea.displayName;
  const deadline = new Date(Date.now() + 2 * DAY).toISOString();
  const prospect = await addProspect(people, "Uma Uncovered", { assignee: lea, deadline });
  const raid = await people.call<{ id: number; title: string }>(DEMO.officer, "POST", "/api/events", {
    ...{ title: `Raid ${name}`, description: "While somebody is away.", location: "in Discord" },
    // At noon: an event of the late evening ends on the next day.
    startsAt: `${typed(3)}T12:00:00.000Z`,
  });
  await people.call(lea, "POST", `/api/events/${raid.id}/join`, {});
  const words = `away until ${inWords(6, "en-GB")}`;

  const theirs = await as(lea);
  await theirs.setViewportSize(WIDTHS[1]);
  await theirs.goto("/account/away");
  const panel = theirs.getByRole("region", { name: "Away" });
  await expect(panel.getByText("No time away planned")).toBeVisible();
  const presses = await countPresses(theirs);
  await theirs.getByRole("button", { name: "Your menu" }).click();
  await theirs.getByRole("menuitem", { name: "Away" }).click();
  const form = theirs.getByRole("dialog", { name: "Say when you are away" });
  const add = form.getByRole("button", { name: "Add time away" });
  const [first, last] = [form.getByLabel("First day"), form.getByLabel("Last day")];
  await expect(first).not.toHaveValue("");
  await expect(last).toHaveValue(await first.inputValue());
  // The third press would add it.
  await expect(add).toBeEnabled();
  expect(presses()).toBe(2);
  await form.getByRole("button", { name: "2 weeks" }).click();
  await expect(last).not.toHaveValue(await first.inputValue());
  await first.fill(typed(-1));
  await last.fill("");
  await add.click();
  await expect(form.getByText("Enter a day")).toBeVisible();
  await form.getByLabel("Last day").fill(typed(-3));
  await add.click();
  await expect(form.getByText("The last day cannot come before the first")).toBeVisible();
  await audit(theirs, "adding leave", [WIDTHS[1]]);
  await form.getByLabel("Last day").fill(typed(6));
  await form.getByLabel("Note (optional)").fill("At sea");
  await add.click();
  await expect(toast(theirs, "Time away added")).toContainText(raid.title);
  await toast(theirs, "Time away added").getByRole("button", { name: "Withdraw (1)" }).click();
  await expect(toast(theirs, "Withdrawn from events: 1")).toBeVisible();
  await expect(panel.getByRole("listitem")).toContainText(/^Away until .+At sea/);
  await audit(theirs, "own leave", [WIDTHS[1]]);

  const page = await as(DEMO.officer);
  await page.goto(`/organization?tab=events&event=${raid.id}`);
  const event = page.getByRole("dialog", { name: raid.title });
  // What loads last is below the button: nothing moves it any more.
  await expect(event.getByRole("button", { name: "Save to calendar" })).toBeVisible();
  await event.getByRole("button", { name: "I am away" }).click();
  const away = page.getByRole("dialog", { name: "Say when you are away" });
  await expect(away.getByLabel("First day")).toHaveValue(new RegExp(`^0?${Number(typed(3).slice(8))}\\D`));
  await expect(away.getByLabel("Last day")).toHaveValue(await away.getByLabel("First day").inputValue());
  await page.goto(`/members?q=${name}`);
  const row = page.getByRole("table", { name: "Members" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(words);
  await row.getByRole("link", { name }).click();
  const profile = page.getByRole("dialog", { name });
  const leave = profile.getByRole("region", { name: "Time away" });
  await expect(leave.getByRole("listitem")).toContainText("At sea");
  await leave.getByRole("button", { name: "Add time away" }).click();
  const adding = page.getByRole("dialog", { name: `Say when ${name} is away` });
  await adding.getByLabel("First day").fill(typed(5));
  await adding.getByLabel("Last day").fill(typed(20));
  await adding.getByRole("button", { name: "Add time away" }).click();
  await expect(adding.getByText(/^This overlaps the time away from /)).toBeVisible();
  await adding.getByLabel("First day").fill(typed(20));
  await adding.getByRole("button", { name: "Add time away" }).click();
  await expect(leave.getByRole("listitem").nth(1)).toContainText("Added by Freja Ravn");
  await audit(page, "leave of a member");

  await page.goto(`/crm?tab=team&view=list&q=${prospect.displayName}`);
  const line = page.locator(`[data-prospect="${prospect.id}"]`);
  const uncovered = line.getByTitle(/^Lea away until /).filter({ visible: true });
  await expect(uncovered).toBeVisible();
  await audit(page, "an uncovered deadline");
  await line.getByRole("button", { name: `Hand over ${prospect.displayName}` }).click();
  const crm = new CrmPage(page);
  const dialog = page.getByRole("dialog", { name: "Reassign", exact: true });
  await expect(dialog.getByRole("radio", { name: new RegExp(`^${name} .*away, back`, "i") })).toBeChecked();
  await crm.chooseAssignee(dialog, "Ida Storm");
  await dialog.getByRole("button", { name: "Reassign" }).click();
  await expectStored(people, prospect.id, { assignedTo: await people.memberId(DEMO.onboarding) });
  await expect(uncovered).toBeHidden();

  await people.call(lea, "PATCH", "/api/user/language", { language: "da" });
  await theirs.reload();
  const absent = theirs.getByRole("region", { name: "Fravær" });
  await expect(absent.getByText(`Væk til ${inWords(6, "da-DK")}`)).toBeVisible();
  await theirs.getByRole("button", { name: /^Notifikationer/ }).click();
  await expect(theirs.getByText(/^Freja Ravn tilføjede fravær for dig: /)).toBeVisible();
  await theirs.keyboard.press("Escape");
  await absent.getByRole("button", { name: "Jeg er tilbage" }).click();
  await theirs.getByRole("alertdialog").getByRole("button", { name: "Jeg er tilbage" }).click();
  await expect(absent.getByRole("listitem")).toHaveCount(1);
  await page.goto(`/members?q=${name}`);
  await expect(row).toContainText("Recruiter");
  await expect(row).not.toContainText("away until");
});
