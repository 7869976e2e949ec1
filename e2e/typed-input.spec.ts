import { audit, WIDTHS } from "./lib/audit.ts";
import { CrmPage } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("amounts and deadlines are typed as a Danish reader is used to, on a phone too", async ({
  as,
  people,
}) => {
  const writer = await people.hire("Ditte Danske", "officer");
  await people.call(writer, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(writer);
  await page.setViewportSize(WIDTHS[1]);
  const title = `Malm til Levski ${suffix()}`;
  await page.goto("/tools/contracts");
  await page.getByRole("button", { name: "Opret kontrakt" }).click();
  const form = page.getByRole("dialog", { name: "Opret kontrakt" });
  await form.getByLabel("Titel").fill(title);
  const amount = form.getByLabel("Beløb");
  await amount.fill("2,5");
  await expect(form.getByText("Afrundet til 3 aUEC")).toBeVisible();
  await amount.fill("1,000");
  await expect(form.getByText("Hvilket tal mener du?")).toBeVisible();
  await form.getByRole("button", { name: "1.000 aUEC" }).click();
  await expect(amount).toHaveValue("1.000");
  await amount.fill("1.000.000");
  await expect(form.getByText("= 1.000.000 aUEC")).toBeVisible();

  const deadline = form.getByLabel(/^Frist/);
  await deadline.fill("noget");
  await form.getByRole("button", { name: "Gem kladde" }).click();
  await expect(deadline).toBeFocused();
  await expect(form).toBeVisible();
  await deadline.fill("24.12.2030 19.30");
  await deadline.blur();
  await expect(deadline).toHaveValue(/24\. dec\. 2030.*19\.30/);
  await form.getByRole("button", { name: "Vælg dag og tid" }).click();
  const calendar = page.getByRole("dialog", { name: "Vælg dag og tid" });
  await expect(calendar.getByText("december 2030")).toBeVisible();
  await expect(calendar.locator("th").first()).toHaveText("ma");
  await audit(page, "calendar", [WIDTHS[1]]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await calendar.getByRole("button", { name: "21.00" }).click();
  await expect(calendar).toBeHidden();
  await expect(deadline).toHaveValue(/25\. dec\. 2030.*21\.00/);
  await form.getByRole("button", { name: "Gem kladde" }).click();
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  const made = (await people.call(
    writer,
    "GET",
    `/api/contracts/1?show=drafts&q=${encodeURIComponent(title)}`,
  )) as object[];
  expect(made).toMatchObject([{ amount: 1_000_000, deadline: "2030-12-25T20:00:00.000Z" }]);
});

test("a deadline of three days shows three days, and the next evenings take one press", async ({
  as,
  people,
}) => {
  const { displayName: name } = await addProspect(people, "Dora Deadline");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(name)}`);
  const dialog = await crm.openProspect(name);
  await crm.setDeadline(dialog, "3 days");
  await expect(dialog.getByText("3d left")).toBeVisible();
  await crm.setDeadline(dialog, "Tomorrow 20:00");
  await expect(dialog.getByText("tomorrow at 20:00")).toBeVisible();
});
