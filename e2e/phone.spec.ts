import type { Page } from "@playwright/test";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { expectAreas } from "./lib/navigation.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

/** Returns targets too small for a finger: buttons and fields below 44 px, links below 24 px; and fields into which phones zoom. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelector("[role=dialog]:not([aria-hidden=true])") ?? document;
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...shown.querySelectorAll(controls)].flatMap((control) => {
      const { display, fontSize } = getComputedStyle(control);
      const isStretched = getComputedStyle(control, "::after").position === "absolute";
      const boxes = [control, control.closest("label")].map((each) => each?.getBoundingClientRect());
      const [width, height] = (["width", "height"] as const).map((side) =>
        Math.ceil(Math.max(...boxes.map((box) => box?.[side] ?? 0))),
      );
      const isTyped = control.matches("input:not([type=checkbox], [type=radio]), select, textarea");
      if (!control.checkVisibility() || display === "inline" || isStretched || (width ?? 0) <= 2) return [];
      const name = (control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 40);
      const isHidden = control.getBoundingClientRect().bottom < 0;
      // Links in lists and beside headings: WCAG's own minimum.
      const least = control.matches("a:not(.btn, nav a)") ? 24 : 44;
      const isSmall = !isHidden && ((width ?? 0) < least || (height ?? 0) < least);
      return isSmall || (isTyped && Number.parseFloat(fontSize) < 16)
        ? [`${name}: ${width} × ${height} px, text of ${fontSize}`]
        : [];
    });
  });

/**
 * Expects nothing beyond the right edge of a phone, and nothing too small for a finger. Every audit checks that in a narrow window, this one on a touch
 * screen.
 */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const widths = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: window.innerWidth,
  }));
  expect(widths, what).toEqual({ content: 360, screen: 360 });
  expect(await smallTargets(page), what).toEqual([]);
}

test("the bar at the bottom leads everywhere, no page is wider than a phone, and the stages of the pipeline work with a thumb", async ({
  as,
  people,
}) => {
  const prospect = await addProspect(people, "Theo Thumb-with-a-rather-long-name");
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await page.goto("/dashboard");
  const bar = page.getByRole("navigation", { name: "Main navigation" });
  await expectAreas(bar, ["Dashboard", "Contracts", "CRM"]);
  const urgent = page.getByRole("region", { name: "Urgent deadlines" });
  await urgent.scrollIntoViewIfNeeded();
  await expect(urgent.getByRole("row").nth(1)).toBeVisible();
  await expectNoSidewaysScroll(page, "dashboard");
  await bar.getByRole("button", { name: "More" }).tap();
  await page.getByRole("menuitem", { name: "Discord bots" }).tap();
  await expect(page).toHaveURL(/\/discord-bots$/);
  await expect(page.getByRole("article", { name: "CRM Bot" })).toBeVisible();
  await expectNoSidewaysScroll(page, "bots");
  await bar.getByRole("link", { name: "Contracts" }).tap();
  await expect(page.getByRole("heading", { name: "Contracts", level: 1 })).toBeFocused();
  await bar.getByRole("button", { name: "More" }).tap();
  const rest = ["Discord bots", "Audit log", "My Hangar", "Members", "Tools", "My Account"];
  await expect(page.getByRole("menuitem")).toContainText(rest);
  await page.getByRole("menuitem", { name: "My Account" }).tap();
  await expect(page).toHaveURL(/\/account$/);
  const sections = page.getByRole("navigation", { name: "Sections of your account" });
  for (const name of ["Sign-in and security", "API tokens"]) {
    await sections.getByRole("button").tap();
    await page.getByRole("menuitem", { name }).tap();
    await expect(sections.getByRole("button", { name })).toBeVisible();
    await expectNoSidewaysScroll(page, name);
  }
  const token = page.getByRole("region", { name: "New token" });
  await token.scrollIntoViewIfNeeded();
  await expect(token.locator("summary").first()).toBeVisible();
  await expectNoSidewaysScroll(page, "account");
  await bar.getByRole("link", { name: "CRM" }).tap();
  await page.getByRole("link", { name: "Team Overview" }).tap();
  await expect(page).toHaveURL(/[?&]tab=team/);
  await page.getByRole("link", { name: "Board", exact: true }).tap();
  await expect(page).toHaveURL(/[?&]view=board/);

  const stages = page.getByRole("navigation", { name: "Stages" });
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectNoSidewaysScroll(page, "board");
  const dialog = await crm.openProspect(name);
  await expect(dialog.getByRole("textbox", { name: "Notes" })).toBeVisible();
  await expectNoSidewaysScroll(page, "dialog");
  await dialog.getByRole("button", { name: "Complete intro" }).tap();
  const question = page.getByRole("dialog", { name: "Complete intro" });
  await crm.chooseAssignee(question, "Freja Ravn");
  await question.getByRole("button", { name: "Complete intro" }).tap();
  await expect(toast(page, "Status updated")).toContainText(`${name}: Onboarding`);
  await dialog.getByRole("button", { name: "Close" }).tap();
  await expect(dialog).toBeHidden();

  await stages.getByRole("link", { name: "Onboarding" }).tap();
  await crm
    .card(name)
    .getByRole("button", { name: `Actions for ${name}` })
    .tap();
  await page.getByRole("menuitem", { name: "Make active" }).tap();
  const activation = page.getByRole("dialog", { name: "Make active" });
  await activation.getByRole("button", { name: "Make active" }).tap();
  await expect(activation).toBeHidden();
  await stages.getByRole("link", { name: "Active", exact: true }).tap();
  await expect(crm.card(name)).toBeVisible();
  await expectStored(people, prospect.id, { status: "active" });
});
