import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const ANSWERS = {
  ...{ name: "Bror", age: "adult", likes: ["escort"], evenings: ["tue"], elsewhere: false, headset: true },
  ...{ handle: { handle: "BrorByLink", isVerified: false }, ship: { ids: [], names: ["Gladius"] } },
  evening: "A convoy to Pyro with three friends.",
};

test("a member's link brings somebody, whose record names the member; an officer makes a link and ends it, in Danish on a phone", async ({
  as,
  people,
}) => {
  const ida = await people.hire("Ida Link", "member");
  const page = await as(ida);
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Your own link" });
  const field = panel.getByRole("textbox", { name: "Your own link" });
  await expect(field).toHaveValue(/\/join\?by=…$/);
  await panel.getByRole("button", { name: "Copy link" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
  await expect(field).toHaveValue(/\/join\?by=[\w-]{8}$/);
  const first = (await field.inputValue()).slice(-8);
  await panel.getByRole("button", { name: "Make a new one" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make a new one" }).click();
  await expect(toast(page, "Your new link is ready")).toBeVisible();
  await expect(field).not.toHaveValue(new RegExp(`${first}$`));
  const by = (await field.inputValue()).slice(-8);

  const bror = await people.register("Bror Bylink");
  await people.call(bror, "POST", "/api/admissions/own/send", { answers: ANSWERS, version: 0, by });
  const found = await people.call<{ referralSource: string }[]>(
    DEMO.officer,
    "GET",
    `/api/prospects/1?q=${encodeURIComponent(bror.displayName)}`,
  );
  expect(found.map(({ referralSource }) => referralSource)).toEqual([ida.displayName]);

  const olaf = await people.hire("Olaf Sources", "officer");
  const crm = await as(olaf);
  await crm.goto("/crm");
  await crm.getByRole("link", { name: "Sources" }).click();
  await expect(crm.getByRole("table", { name: "Who came, and who stayed" })).toContainText("Everybody");
  await audit(crm, "the sources");
  await crm.getByRole("button", { name: "New source link" }).click();
  const dialog = crm.getByRole("dialog", { name: "New source link" });
  const name = `Paper ${olaf.username}`;
  await dialog.getByRole("button", { name: "New source link" }).click();
  await expect(dialog.getByText("Enter a name of at most 60 characters.")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await audit(crm, "a new source");
  await dialog.getByRole("button", { name: "New source link" }).click();
  await expect(toast(crm, "The link is made")).toBeVisible();

  await people.call(olaf, "PATCH", "/api/user/language", { language: "da" });
  await crm.setViewportSize(WIDTHS[1]);
  await crm.reload();
  const row = crm.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: `Mere om ${name}` }).click();
  await crm.getByRole("menuitem", { name: "Afslut link" }).click();
  await crm.getByRole("alertdialog").getByRole("button", { name: "Afslut link" }).click();
  await expect(toast(crm, "Linket er afsluttet")).toBeVisible();
  await expect(row).toContainText("indtil");
  await expect(row.getByRole("button")).toHaveCount(0);
});
