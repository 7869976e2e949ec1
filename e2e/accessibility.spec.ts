import type { Locator, Page } from "@playwright/test";
import { audit, PHONE, WIDE, WIDTHS } from "./lib/audit.ts";
import { CrmPage } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

/** Opens a dialog, audits it at these widths, and closes it with Escape. */
async function auditDialog(
  page: Page,
  name: string,
  widths: Parameters<typeof audit>[2],
  ...openers: Locator[]
): Promise<void> {
  for (const opener of openers) await opener.click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  await audit(page, `dialog ${name}`, widths);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

test("axe finds no violation in the user menu and in the dialogs of bots", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.goto("/discord-bots");
  await page.getByRole("button", { name: "Your menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
  await audit(page, "user menu");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("article", { name: "CRM Bot" })).toBeVisible();
  await auditDialog(page, "Create bot", WIDTHS, page.getByRole("button", { name: "Create bot" }));
  const card = page.getByRole("article", { name: "CRM Bot" });
  for (const [part, content] of [
    ["Files", page.getByRole("textbox", { name: "Text of bot.js" })],
    ["Logs", page.getByRole("searchbox", { name: "Search log" })],
    ["Settings", page.getByLabel("New token")],
  ] as const) {
    for (const width of WIDTHS) {
      await page.setViewportSize(width);
      await card.getByRole("link", { name: part }).click();
      if (part === "Files" && width.width < 768)
        await page.getByRole("button", { name: "bot.js" }).first().click();
      await expect(content).toBeVisible();
      await audit(page, `bots, ${part}`, [width]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  }
});

test("axe finds no violation in the menus, the selection and the dialogs of the pipeline", async ({ as }) => {
  const page = await as(DEMO.admin);
  const crm = new CrmPage(page);
  await crm.open("tab=team&view=board&deadline=set");
  await expect(crm.column("Onboarding").getByRole("article").first()).toBeVisible();
  await crm
    .column("Onboarding")
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await expect(page.getByRole("menu")).toBeVisible();
  await audit(page, "menu of a card", WIDE);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await auditDialog(page, "Add prospect", WIDTHS, page.getByRole("button", { name: "Add prospect" }).first());

  await crm.open("tab=team&view=list&stage=onboarding");
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  for (const width of WIDTHS) {
    await page.setViewportSize(width);
    // At the end of the page the bar is below the rows and covers none of them.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await audit(page, "list with a selection", [width]);
  }
  await page.setViewportSize(WIDTHS[0]);
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  await auditDialog(page, "Assign", PHONE, bar.getByRole("button", { name: "Assign" }));
  await auditDialog(
    page,
    "from Ida Storm",
    WIDE,
    page.getByRole("button", { name: "Actions for Ida Storm" }),
    page.getByRole("menuitem", { name: "Hand over all…" }),
  );
});

test("axe finds no violation in the dialogs of a prospect", async ({ as, people }) => {
  const { displayName: name, id } = await addProspect(people, "Axel Axe-with-a-rather-long-name");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&q=Axel&prospect=${id}`);
  const dialog = crm.dialog(name);
  await expect(dialog.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  await audit(page, "prospect", WIDTHS);
  const press = (button: string) => dialog.getByRole("button", { name: button, exact: true });
  await auditDialog(page, "Complete intro", WIDE, press("Complete intro"));
  await auditDialog(page, "Assign", PHONE, press("Assign"));
  for (const [title, sizes] of [
    ["Comment and deadline", WIDE],
    ["Log time", PHONE],
  ] as const) {
    const item = page.getByRole("menuitem", { name: title });
    await auditDialog(page, title, sizes, press(`Actions for ${name}`), item);
  }
  await auditDialog(
    page,
    "Withdraw or decline",
    PHONE,
    press("More steps"),
    page.getByRole("menuitem", { name: "Withdraw or decline" }),
  );
});

test("nothing moves with reduced motion", async ({ as, people }) => {
  const { displayName: name } = await addProspect(people, "Mona Motion");
  const page = await as(DEMO.officer);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const note = (event: AnimationEvent | TransitionEvent) => {
      const target = event.target as Element;
      // A transition of any length costs a frame for each element that inherits from another.
      if (event.type === "transitionrun") moved.push(`${target.tagName} ${target.className}`);
      for (const animation of target.getAnimations()) {
        const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {};
        if (Number(duration) > 1 || iterations > 1) moved.push(`${target.tagName} ${target.className}`);
      }
    };
    addEventListener("animationstart", note, true);
    addEventListener("transitionrun", note, true);
  });
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=board&q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = crm.dialog(name);
  await crm.setDeadline(dialog, "3 days");
  await dialog.getByRole("button", { name: "Close" }).click();
  await crm
    .card(name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Complete intro" }).click();
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await crm.chooseAssignee(question, "Ida Storm");
  await question.getByRole("button", { name: "Complete intro" }).click();
  await expect(crm.card(name, crm.column("Onboarding"))).toBeVisible();
  expect(await page.evaluate(() => (window as Window & { moved?: string[] }).moved)).toEqual([]);
});
