import { CrmPage, toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { addOnboarding, addProspect, expectStored, readProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("several prospects are changed at once, those that cannot be are named, and all of it can be undone", async ({
  as,
  people,
}) => {
  const wave = `Wave ${suffix()}`;
  const intro = [await addProspect(people, `${wave} Ada`), await addProspect(people, `${wave} Ben`)];
  const onboarding = await addOnboarding(people, `${wave} Cleo`, DEMO.onboarding);
  const all = [...intro, onboarding];
  const statuses = () => Promise.all(all.map(async ({ id }) => (await readProspect(people, id)).status));
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(wave)}`);
  await expect(page.getByRole("link", { name: wave })).toHaveCount(3);
  const boxes = page.getByRole("checkbox", { name: `Select ${wave}` });
  await boxes.first().check();
  await boxes.last().press("Shift+Space");
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  await expect(bar).toContainText("3 selected");
  await boxes.first().click({ modifiers: ["Shift"] });
  await expect(bar).toBeHidden();
  await boxes.last().click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 selected");

  await bar.getByRole("button", { name: "Assign" }).click();
  const assigning = page.getByRole("dialog", { name: "Assign 3 selected" });
  await crm.chooseAssignee(assigning, "Ida Storm");
  await assigning.getByRole("button", { name: "5 days" }).click();
  await assigning.getByRole("button", { name: "Assign" }).click();
  const assigned = toast(page, "3 assigned to Ida Storm");
  await expect(assigned).toContainText("Due ");
  for (const { id } of all) expect((await readProspect(people, id)).deadline).not.toBeNull();
  await assigned.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone: 3")).toBeVisible();
  for (const { id } of all) expect((await readProspect(people, id)).deadline).toBeNull();
  // What is selected next has the versions that the list shows.
  await expect(page.getByRole("row").filter({ hasText: "No deadline" })).toHaveCount(3);

  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await bar.getByRole("button", { name: "Move" }).click();
  await page.getByRole("menuitem", { name: /^Intro completed/ }).click();
  const question = page.getByRole("dialog", { name: "Move 3 selected to Intro completed" });
  await expect(question).toContainText("2 of 3 can be moved there.");
  await question.getByRole("button", { name: "Move" }).click();
  await expect(toast(page, "Changed: 2")).toContainText("Skipped: 1");
  await expect(page.getByRole("region", { name: "Skipped: 1" })).toContainText(onboarding.displayName);
  expect(await statuses()).toEqual(["intro_completed", "intro_completed", "onboarding"]);
  await toast(page, "Changed: 2").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone: 2")).toBeVisible();
  expect(await statuses()).toEqual(["intro", "intro", "onboarding"]);
  await expect(bar.getByRole("button", { name: "Move" })).toBeFocused();
});

test("ten prospects are assigned in four presses", async ({ as, people }) => {
  const wave = `Ten ${suffix()}`;
  const ten = await Promise.all(
    Array.from({ length: 10 }, (_, at) => addProspect(people, `${wave} ${at + 1}`)),
  );
  const page = await as(DEMO.officer);
  await new CrmPage(page).open(`tab=team&view=list&q=${encodeURIComponent(wave)}`);
  const boxes = page.getByRole("checkbox", { name: `Select ${wave}` });
  await expect(boxes).toHaveCount(10);
  const presses = await countPresses(page);
  await boxes.first().click();
  await boxes.last().click({ modifiers: ["Shift"] });
  await page.locator("[data-selection-bar]").getByRole("button", { name: "Assign" }).click();
  await page
    .getByRole("dialog", { name: "Assign 10 selected" })
    .getByRole("button", { name: "Assign" })
    .click();
  await expect(toast(page, "10 assigned to Freja Ravn")).toBeVisible();
  expect(presses()).toBe(4);
  const me = await people.memberId(DEMO.officer);
  for (const { id } of ten) await expectStored(people, id, { assignedTo: me });
});

test("each change of one prospect can be undone from its toast, and the log keeps both", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/undo$/);
  const prospect = await addOnboarding(people, "Una Undone", DEMO.officer);
  const { id, displayName: name } = prospect;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const dialog = crm.dialog(name);
  // Toasts that are loaded after the dialog has opened are not hidden from screen readers either.
  await page.route("**/toaster-*.js", (route) => dialog.waitFor().then(() => route.continue()));
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(name)}&prospect=${id}`);
  const undo = async (title: string) => {
    await toast(page, title).getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, `${name} is as before`)).toBeVisible();
  };
  await crm.setDeadline(dialog, "3 days");
  await expect(toast(page, "Deadline changed")).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, `${name} is as before`)).toBeVisible();
  await expectStored(people, id, { deadline: null });

  await dialog.getByRole("button", { name: "Reassign" }).click();
  const question = page.getByRole("dialog", { name: "Reassign", exact: true });
  await question.getByRole("radio", { name: "Nobody" }).check();
  await question.getByRole("button", { name: "Reassign" }).click();
  await undo("Assignee changed");
  await expectStored(people, id, { assignedTo: prospect.assignedTo });

  await dialog.getByRole("button", { name: "Withdraw or decline" }).click();
  const leaving = page.getByRole("dialog", { name: "Withdraw or decline" });
  await leaving.getByLabel("Reason").fill("Pressed by mistake.");
  await leaving.getByRole("button", { name: "Withdraw or decline" }).click();
  await undo("Status updated");
  await expectStored(people, id, { status: "onboarding" });

  await dialog.getByRole("button", { name: "Make active" }).dblclick();
  await undo("Status updated");
  await expectStored(people, id, { status: "onboarding" });
  await expect(dialog.getByRole("listitem").filter({ hasText: "Change undone" })).toHaveCount(4);

  await crm.setDeadline(dialog, "5 days");
  const undone = toast(page, "Deadline changed").getByRole("button", { name: "Undo" });
  await expect(undone).toBeVisible();
  await people.call(DEMO.manager, "PATCH", `/api/prospects/${id}/notes`, { notes: "Since then." });
  await undone.click();
  await expect(toast(page, "Not undone")).toBeVisible();
  await expectStored(people, id, { notes: "Since then." });
});

test("all prospects of one assignee are handed over, and returned by undo", async ({ as, people }) => {
  const giver = await people.hire("Gitte Giver", "onboarding_team");
  const taker = await people.hire("Tage Taker", "onboarding_team");
  const prospects = [
    await addOnboarding(people, "Hank Handed", giver),
    await addOnboarding(people, "Hilda Handed", giver),
  ];
  const owners = () =>
    Promise.all(prospects.map(async ({ id }) => (await readProspect(people, id)).assignedTo));
  const [from, to] = [await people.memberId(giver), await people.memberId(taker)];
  const page = await as(DEMO.manager);
  await new CrmPage(page).open("tab=team&view=list");
  await page.getByRole("button", { name: `Actions for ${giver.displayName}` }).click();
  await page.getByRole("menuitem", { name: "Hand over all…" }).click();
  const question = page.getByRole("dialog", { name: `Hand over 2 from ${giver.displayName}` });
  const choices = question.getByRole("group", { name: "To", exact: true });
  await choices.getByRole("radio", { name: `${taker.displayName} Onboarding Team` }).check();
  await question.getByRole("button", { name: "Hand over" }).click();
  await expect(toast(page, "Changed: 2")).toBeVisible();
  expect(await owners()).toEqual([to, to]);
  await toast(page, "Changed: 2").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone: 2")).toBeVisible();
  expect(await owners()).toEqual([from, from]);
});

test("filters and the open prospect are in the address and survive a reload", async ({ as, people }) => {
  const deadline = new Date(Date.now() - 3_600_000).toISOString();
  const prospect = await addProspect(people, "Rosa Reload", { assignee: DEMO.officer, deadline });
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open();
  // Each step starts from the address that the previous one has written.
  await page.getByRole("link", { name: "Team Overview" }).click();
  await expect(page).toHaveURL(/[?&]tab=team/);
  await page.getByRole("link", { name: "List" }).click();
  await expect(page).toHaveURL(/[?&]view=list/);
  await page.getByRole("combobox", { name: "Deadline" }).selectOption("Overdue");
  await expect(page).toHaveURL(/[?&]deadline=overdue/);
  await page.getByRole("combobox", { name: "Assignee" }).selectOption("Assigned to me");
  await expect(page).toHaveURL(/[?&]assignee=/);
  const dialog = await crm.openProspect(name);
  await expect(dialog.getByText("Overdue")).toBeVisible();

  await page.reload();
  await expect(dialog.getByText("Overdue")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("textbox", { name: crm.words.search })).toHaveValue(name);
  await expect(page.getByRole("combobox", { name: "Deadline" })).toHaveValue("overdue");
  await expect(page.getByRole("link", { name })).toBeVisible();

  await page.getByRole("link", { name }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("combobox", { name: "Deadline" })).toHaveValue("");
});

test("the pipeline is opened with the filters and the columns that it was left with", async ({ as }) => {
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const active = crm.column("Active");
  const cards = active.getByRole("article");
  await crm.open("tab=team&view=board");
  await expect(crm.column("Onboarding").getByRole("article").first()).toBeVisible();
  await expect(cards).toHaveCount(0);
  await active.getByRole("button", { name: "Active" }).click();
  await expect(cards.first()).toBeVisible();
  await page.getByRole("combobox", { name: "Deadline" }).selectOption("Without a deadline");
  await expect(page).toHaveURL(/[?&]deadline=none/);
  await crm.search("Nobody Known");
  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "CRM" }).click();
  await expect(page).toHaveURL(/[?&]deadline=none/);
  await expect(page.getByRole("textbox", { name: crm.words.search })).toHaveValue("");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(cards.first()).toBeVisible();
  await active.getByRole("button", { name: "Fold Active" }).click();
  await expect(cards).toHaveCount(0);
});

test("a card can be dragged between columns with the mouse, and is refused where it cannot go", async ({
  as,
  people,
}) => {
  const prospect = await addProspect(people, "Drago Drag");
  const name = prospect.displayName;
  const page = await as(DEMO.recruiter);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=board&q=${encodeURIComponent(name)}`);

  const drag = async (to: string, announced: string) => {
    await expect(crm.card(name)).toHaveCount(1);
    await crm.card(name).getByRole("link", { name }).hover();
    await page.mouse.down();
    const box = await crm.column(to).boundingBox();
    if (!box) throw new Error(`no column ${to}`);
    await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 12 });
    await expect(page.getByText(announced)).toBeAttached();
    await page.mouse.up();
  };
  await drag("Active", "Cannot be moved from Intro to Active.");
  await expect(toast(page, `${name} was not moved`)).toBeVisible();

  await drag("Onboarding", "Over Onboarding.");
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await crm.chooseAssignee(question, "Ida Storm");
  await question.getByRole("button", { name: "Complete intro" }).click();
  await expect(crm.card(name, crm.column("Onboarding"))).toBeVisible();
  const assignedTo = await people.memberId(DEMO.onboarding);
  await expectStored(people, prospect.id, { status: "onboarding", assignedTo });
});

test("a long log can be read to its beginning", async ({ as, people }) => {
  const prospect = await addProspect(people, "Lone Longtime");
  for (let at = 0; at < 110; at += 1) {
    await people.call(DEMO.officer, "POST", `/api/prospects/${prospect.id}/time`, { minutes: 5 });
  }
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(prospect.displayName)}`);
  const dialog = await crm.openProspect(prospect.displayName);
  const beginning = dialog.getByText("Added to the CRM");
  await expect(dialog.getByRole("button", { name: "Older entries (100 shown)" })).toBeVisible();
  await expect(beginning).toHaveCount(0);
  await dialog.getByRole("button", { name: "Older entries (100 shown)" }).click();
  await expect(beginning).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Older entries/ })).toHaveCount(0);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1180, height: 820 }, isMobile: true, hasTouch: true });

  test("a card can be held and dragged with a finger, which otherwise scrolls", async ({ as, people }) => {
    const prospect = await addProspect(people, "Fie Finger");
    const name = prospect.displayName;
    const page = await as(DEMO.recruiter);
    const crm = new CrmPage(page);
    await crm.open(`tab=team&view=board&q=${encodeURIComponent(name)}`);
    const finger = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    const middle = async (locator: ReturnType<typeof crm.card>) => {
      // Waits until the layout is stable.
      await locator.scrollIntoViewIfNeeded();
      const box = await locator.boundingBox();
      if (!box) throw new Error("nothing to touch");
      return { x: box.x + box.width / 2, y: box.y + Math.min(60, box.height / 2) };
    };
    const card = await middle(crm.card(name, crm.column("Intro")));

    await touch("touchStart", card);
    await touch("touchMove", { x: card.x, y: card.y + 40 });
    await touch("touchEnd");
    await expect(page.getByText("Over Intro, the present stage.")).toHaveCount(0);

    await touch("touchStart", card);
    await expect(page.getByText("Over Intro, the present stage.")).toBeAttached();
    const onboarding = await middle(crm.column("Onboarding"));
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch("touchMove", {
        x: card.x + (onboarding.x - card.x) * part,
        y: card.y + (onboarding.y - card.y) * part,
      });
    }
    await expect(page.getByText("Over Onboarding.")).toBeAttached();
    await touch("touchEnd");
    const question = page.getByRole("dialog", { name: "Complete intro" });
    await crm.chooseAssignee(question, "Ida Storm");
    await question.getByRole("button", { name: "Complete intro" }).tap();
    await expect(crm.card(name, crm.column("Onboarding"))).toBeVisible();
    await expectStored(people, prospect.id, { status: "onboarding" });
  });
});
