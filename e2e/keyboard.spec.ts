import { CrmPage, toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, keysReady, reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("signing in, skipping to the content and going to the pipeline work without a mouse", async ({
  page,
}) => {
  const { keyboard } = page;
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeFocused();
  await reach(page, page.getByRole("tab", { name: "Username/Password" }));
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Create Account" })).toBeFocused();
  await expect(page.getByRole("form", { name: "Create Account" })).toBeVisible();
  await keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Username/Password" })).toBeFocused();
  await expect(page.getByRole("form", { name: "Username/Password" })).toBeVisible();
  await reach(page, page.getByRole("textbox", { name: "Username" }));
  await keyboard.type("officer");
  await keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await keyboard.type(DEMO.officer.password);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Freja$/, level: 1 })).toBeVisible();

  await expect(toast(page, "Welcome back!")).toBeVisible();
  await keyboard.press("F8");
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await expect(dismiss).toBeFocused();
  await keyboard.press("Enter");
  await expect(toast(page, "Welcome back!")).toBeHidden();

  await page.reload();
  await expect(page.getByRole("heading", { name: /Freja$/, level: 1 })).toBeVisible();
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await keyboard.press("Shift+Tab");
  await reach(
    page,
    page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "CRM" }),
    "Shift+Tab",
  );
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "CRM", level: 1 })).toBeFocused();
});

test("a card can be moved with the keyboard, and through its menu", async ({ as, people }) => {
  const prospect = await addProspect(people, "Kira Keys");
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const { keyboard } = page;
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=board&q=${encodeURIComponent(name)}`);
  const card = crm.card(name, crm.column("Intro"));
  const grip = card.getByRole("button", { name: `Move ${name}` });
  const takeUp = async () => {
    await reach(page, grip);
    await keyboard.press("Space");
    await expect(page.getByText("Over Intro, the present stage.")).toBeAttached();
    // dnd-kit listens for the arrow keys from the next timer on.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  };
  const dropOnOnboarding = async () => {
    await keyboard.press("ArrowRight");
    await expect(page.getByText("Over Onboarding.")).toBeAttached();
    await keyboard.press("Space");
  };

  await takeUp();
  await keyboard.press("Escape");
  await expect(page.getByText(`${name} put back.`)).toBeAttached();
  await expect(grip).toBeFocused();

  await takeUp();
  await dropOnOnboarding();
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await expectFocusIn(question);
  for (let presses = 0; presses < 12; presses++) {
    await keyboard.press(presses < 7 ? "Tab" : "Shift+Tab");
    await expectFocusIn(question, `after ${presses + 1} presses`);
  }
  await keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(card.getByRole("link", { name })).toBeFocused();
  await expectStored(people, prospect.id, { status: "intro" });

  await takeUp();
  await dropOnOnboarding();
  await expectFocusIn(question);
  const responsible = question.getByRole("group", { name: "Assigned to" });
  const ida = responsible.getByRole("radio", { name: /^Ida / });
  await reach(page, responsible.getByRole("radio", { name: "Nobody" }));
  await reach(page, ida, "ArrowDown");
  await expect(ida).toBeChecked();
  await reach(page, question.getByRole("button", { name: "Complete intro" }));
  await keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(crm.card(name, crm.column("Onboarding"))).toBeVisible();
  await expect(toast(page, "Status updated")).toBeVisible();

  const moved = crm.card(name, crm.column("Onboarding"));
  const menu = moved.getByRole("button", { name: `Actions for ${name}` });
  await reach(page, menu);
  await keyboard.press("Enter");
  await expectFocusIn(page.getByRole("menu"));
  await reach(page, page.getByRole("menuitem", { name: "Make active" }), "ArrowDown");
  await keyboard.press("Enter");
  const activation = page.getByRole("dialog", { name: "Make active" });
  await expectFocusIn(activation);
  await reach(page, activation.getByRole("button", { name: "Make active" }));
  await keyboard.press("Enter");
  await expect(crm.card(name, crm.column("Active"))).toBeVisible();
  await expectStored(people, prospect.id, { status: "active" });
});

test("a prospect's dialog holds the focus and returns it, and Escape closes one thing at a time", async ({
  as,
  people,
}) => {
  const { displayName: name } = await addProspect(people, "Dina Dialog");
  const page = await as(DEMO.officer);
  const { keyboard } = page;
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(name)}`);
  const link = page.getByRole("link", { name });
  await reach(page, link);
  await keyboard.press("Enter");
  const dialog = crm.dialog(name);
  await expect(dialog.getByRole("textbox", { name: "Notes" })).toBeVisible();
  const more = dialog.getByRole("button", { name: `Actions for ${name}` });
  for (const [opener, title, item] of [
    [dialog.getByRole("button", { name: "Complete intro", exact: true }), "Complete intro", null],
    [dialog.getByRole("button", { name: "Assign", exact: true }), "Assign", null],
    [more, "Comment and deadline", "Comment and deadline"],
    [more, "Log time", "Log time"],
  ] as const) {
    await reach(page, opener);
    await keyboard.press("Enter");
    if (item) {
      await reach(page, page.getByRole("menuitem", { name: item }), "ArrowDown");
      await keyboard.press("Enter");
    }
    const question = page.getByRole("dialog", { name: title, exact: true });
    await expect(question.locator("input, select, textarea").first()).toBeFocused();
    await keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(opener).toBeFocused();
  }

  // The topmost dialog, even while it is taking the focus.
  await page.evaluate(() =>
    addEventListener("focusin", function early({ target }) {
      if (!(target instanceof Element) || !target.closest("form")) return;
      removeEventListener("focusin", early);
      const key = { key: "Escape", bubbles: true, cancelable: true };
      target.dispatchEvent(new KeyboardEvent("keydown", key));
      document.documentElement.dataset["pressed"] = "";
    }),
  );
  // As in Safari, where a pressed control gets no focus, and the focused one loses it.
  await page.evaluate(() =>
    addEventListener("mousedown", (event) => {
      event.preventDefault();
      (document.activeElement as HTMLElement | null)?.blur();
    }),
  );
  const step = dialog.getByRole("button", { name: "Complete intro", exact: true });
  await step.click();
  await expect(page.locator("html[data-pressed]")).toBeAttached();
  await expect(page.getByRole("dialog", { name: "Complete intro" })).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(step).toBeFocused();

  // Any other date is typed in a dialog that begins with it.
  const deadline = dialog.getByRole("button", { name: "Set deadline" });
  await reach(page, deadline);
  await keyboard.press("Enter");
  await reach(page, page.getByRole("menuitem", { name: "Other…" }), "ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Date and time")).toBeFocused();
  await keyboard.press("Escape");
  await expect(deadline).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test("a partly filled form asks before it closes, and a stage move from a prospect's dialog keeps the focus in it", async ({
  as,
  people,
}) => {
  const { displayName: name } = await addProspect(people, "Hanne Half-typed");
  const page = await as(DEMO.officer);
  const { keyboard } = page;
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(name)}`);
  const dialog = await crm.openProspect(name);
  const step = dialog.getByRole("button", { name: "Complete intro" });
  await reach(page, step);
  await keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await expectFocusIn(question.getByRole("group", { name: "Assigned to" }));
  const comment = question.getByRole("textbox", { name: "Comment (optional)" });
  await reach(page, comment);
  await keyboard.type("Half a sentence");

  const discard = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await keyboard.press("Escape");
  await expect(discard.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(discard).toBeHidden();
  await expect(comment).toBeFocused();
  await expect(comment).toHaveValue("Half a sentence");
  await page.mouse.click(4, 4);
  await discard.getByRole("button", { name: "Discard" }).click();
  await expect(question).toBeHidden();
  await expect(step).toBeFocused();

  await keyboard.press("Enter");
  await expect(comment).toHaveValue("");
  await crm.chooseAssignee(question, "Ida Storm");
  await reach(page, question.getByRole("button", { name: "Complete intro" }));
  // Simulates a busy machine while the form closes: timers that move the focus are due at once.
  await page.evaluate(() => {
    const busy = new MutationObserver(() => {
      const end = performance.now() + 300;
      while (performance.now() < end);
    });
    busy.observe(document.body, { childList: true });
  });
  await keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Make active" })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expectFocusIn(dialog);
});

test("rows and cards are walked, selected and changed by single keys, which do nothing in dialogs and fields", async ({
  as,
  people,
}) => {
  const wave = `Walk ${suffix()}`;
  for (const each of ["Ada", "Ben", "Cleo"]) await addProspect(people, `${wave} ${each}`);
  const page = await as(DEMO.officer);
  const { keyboard } = page;
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(wave)}`);
  const rows = page.getByRole("link", { name: wave });
  await expect(rows).toHaveCount(3);
  await keysReady(page);
  await keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await keyboard.press("j");
  await keyboard.press("k");
  await expect(rows.first()).toBeFocused();
  await keyboard.press("x");
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  await expect(bar).toContainText("1 selected");
  await keyboard.press("Shift+J");
  await keyboard.press("Shift+J");
  await expect(bar).toContainText("3 selected");
  await keyboard.press("Shift+K");
  await expect(bar).toContainText("2 selected");
  await keyboard.press("d");
  await expectFocusIn(page.getByRole("menu"));
  await keyboard.press("Enter");
  await expect(toast(page, "Changed: 2")).toBeVisible();
  await keyboard.press("Escape");
  await expect(bar).toBeHidden();

  await rows.last().focus();
  await keyboard.press("d");
  await expectFocusIn(page.getByRole("menu"));
  await keyboard.press("Enter");
  await expect(toast(page, "Deadline changed")).toBeVisible();
  await keyboard.press("a");
  const question = page.getByRole("dialog", { name: "Assign", exact: true });
  await expectFocusIn(question);
  for (const key of ["e", "j"]) await keyboard.press(key);
  await expect(page.getByRole("menu")).toBeHidden();
  await expectFocusIn(question);
  await keyboard.press("Escape");
  await expect(question).toBeHidden();
  await page.getByRole("textbox", { name: crm.words.search }).focus();
  await keyboard.press("e");
  await expect(page.getByRole("menu")).toBeHidden();

  await crm.open(`tab=team&view=board&q=${encodeURIComponent(wave)}`);
  await expect(rows).toHaveCount(3);
  await keysReady(page);
  await keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await keyboard.press("x");
  await page
    .getByRole("checkbox", { name: `Select ${wave}` })
    .last()
    .check();
  await expect(bar).toContainText("2 selected");
  await keyboard.press("d");
  await expectFocusIn(page.getByRole("menu"));
  await keyboard.press("Enter");
  await expect(toast(page, "Changed: 2")).toBeVisible();
  await expect(bar).toBeHidden();
  await rows.first().focus();
  await keyboard.press("e");
  await expect(page.getByRole("menuitem", { name: "Complete intro" })).toBeFocused();
  await keyboard.press("Escape");
  // The menu gives the focus back after a timer.
  await expectFocusIn(page.getByRole("article").filter({ hasText: wave }).first());
  await keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await keyboard.press("Enter");
  await expectFocusIn(page.getByRole("dialog", { name: /^CRM - / }));
});
