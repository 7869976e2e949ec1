import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { expect, test } from "./lib/test.ts";

test("an officer makes a token by keyboard, a program uses it until it is revoked, and the API is described, in Danish on a phone", async ({
  as,
  people,
  watch,
}) => {
  // Expects the program's refused requests, and the first token without a name.
  watch.expect(/status of 40[13] .*\/api\//);
  const olga = await people.hire("Olga Token", "officer");
  const page = await as(olga);
  await page.goto("/account/programs");
  const panel = page.getByRole("region", { name: "API tokens" });
  await expect(panel.getByText("No tokens")).toBeVisible();
  const form = page.getByRole("region", { name: "New token" });
  /** Audits the page from its top, where nothing is below the bar. */
  const lookAt = async (what: string) => {
    await page.evaluate(() => scrollTo(0, 0));
    await audit(page, what);
  };

  await reach(page, form.getByLabel("Name"));
  await page.keyboard.press("Enter");
  await expect(form.getByText("Enter a name")).toBeVisible();
  await page.keyboard.type("Fleet sheet");
  await reach(page, form.getByRole("radio", { name: "90 days" }));
  await page.keyboard.press("ArrowLeft");
  await expect(form.getByRole("radio", { name: "30 days" })).toBeChecked();
  await reach(page, form.locator("summary").filter({ hasText: "Members" }));
  await page.keyboard.press("Enter");
  await reach(page, form.getByRole("checkbox", { name: "See members" }));
  await page.keyboard.press("Space");
  await expect(form.getByText(/^1 of \d\d$/)).toBeVisible();
  await lookAt("a form for a token");
  await reach(page, form.getByRole("button", { name: "Create token" }));
  await page.keyboard.press("Enter");

  const field = panel.getByLabel("Token", { exact: true });
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  expect(token).toMatch(/^cc_[0-9A-Za-z]{36}$/);
  await reach(page, panel.getByRole("button", { name: "Copy token" }));
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  await lookAt("a new token");
  await reach(page, panel.getByRole("button", { name: "I have it" }));
  await page.keyboard.press("Enter");
  await expect(field).toBeHidden();
  await form.getByLabel("Name").focus();
  await page.keyboard.press("Control+V");
  await expect(form.getByLabel("Name")).toHaveValue(token);
  await form.getByLabel("Name").fill("");
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(token);

  /** The answer to a program that has the token and the browser's cookie. */
  const ask = (path: string) =>
    page.evaluate(
      async ([path, token]) => (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status,
      [path, token] as const,
    );
  const organization = await people.call<{ organizationId: number }>(olga, "GET", "/api/user");
  const members = `/api/members/${organization.organizationId}`;
  expect([await ask(members), await ask("/api/audit/1"), await ask("/api/tokens")]).toEqual([200, 403, 403]);

  await page.reload();
  const row = panel.getByRole("row").filter({ hasText: "Fleet sheet" });
  await expect(row).toContainText(`ends in …${token.slice(-4)}`);
  await expect(row).toContainText("members.read");
  await expect(row).not.toContainText("Never");
  await expect(panel).not.toContainText(token);

  await people.call(olga, "PATCH", "/api/user/language", { language: "da" });
  await page.setViewportSize(WIDTHS[1]);
  await page.reload();
  const danish = page.getByRole("region", { name: "API-tokens" });
  await danish.getByRole("link", { name: "Beskrivelse af API'et" }).click();
  await expect(page.getByRole("heading", { name: "Beskrivelse af API'et", level: 1 })).toBeVisible();
  await page.getByRole("searchbox", { name: "Søg i ruter" }).fill("get /api/members/{orgId}");
  const route = page.getByRole("listitem").filter({ hasText: "/api/members/{orgId}" }).first();
  await route.getByText("/api/members/{orgId}", { exact: true }).click();
  await expect(route).toContainText("Takes members.read.");
  await expect(route).toContainText('-H "Authorization: Bearer $TOKEN"');
  await audit(page, "the description of the API", [WIDTHS[1]]);
  await page.getByRole("link", { name: "Min konto" }).first().click();

  await danish.getByRole("button", { name: "Tilbagekald" }).click();
  const question = page.getByRole("alertdialog", { name: "Tilbagekald Fleet sheet?" });
  await audit(page, "revoking a token", [WIDTHS[1]]);
  await question.getByRole("button", { name: "Tilbagekald" }).click();
  await expect(toast(page, "Token tilbagekaldt")).toBeVisible();
  await expect(danish.getByText("Ingen tokens")).toBeVisible();
  expect(await ask(members)).toBe(401);
});
