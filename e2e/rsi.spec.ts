import { audit, WIDE } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expect, test } from "./lib/test.ts";

test("a member proves an RSI account by its bio; a failed proof explains why, in Danish; the proof can be removed", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 422 /);
  const handle = `Vega_Rook-${suffix()}`;
  const page = await as(await people.hire("Vega Rook", "member"));
  await page.goto("/account");
  const card = page.getByRole("region", { name: "RSI Account" });
  const dialog = page.getByRole("dialog", { name: "Link RSI Account" });
  await card.getByRole("button", { name: "Link RSI Account" }).press("Enter");
  await expect(dialog.getByLabel("UEE Citizen Record ID")).toBeFocused();
  await audit(page, "RSI, the handle", WIDE);
  await page.keyboard.type(`https://robertsspaceindustries.com/citizens/${handle}`);
  await page.keyboard.press("Enter");
  const code = await dialog.getByText(/^CC-[2-9A-Z]{8}$/).textContent();
  const profile = dialog.getByRole("link", { name: "Open RSI Profile" });
  const address = (await profile.getAttribute("href")) ?? "";
  expect(address).toContain(`/en/citizens/${handle}`);
  await page.keyboard.press("Escape");
  await expect(card.getByText("Pending Verification")).toBeVisible();
  await audit(page, "RSI, pending", WIDE);

  const form = new URLSearchParams({ handle, bio: `Pilot. ${code}` });
  await fetch(`${new URL(address).origin}/account/profile`, { method: "POST", body: form });
  await card.getByRole("button", { name: "Open Verification Dialog" }).press("Enter");
  await dialog.getByRole("button", { name: "Complete Verification" }).press("Enter");
  await expect(toast(page, "RSI Account Verified!")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("Verified", { exact: true })).toBeVisible();
  await expect(card.getByText(handle)).toBeVisible();
  await audit(page, "RSI, verified");

  const other = await people.hire("Nanna Nord", "member");
  await people.call(other, "PATCH", "/api/user/language", { language: "da" });
  const danish = await as(other);
  await danish.setViewportSize({ width: 360, height: 740 });
  await danish.goto("/account");
  await danish.getByRole("button", { name: "Tilknyt RSI-konto" }).click();
  const dialogue = danish.getByRole("dialog", { name: "Tilknyt RSI-konto" });
  await dialogue.getByLabel("UEE Citizen Record ID").fill(handle);
  await dialogue.getByRole("button", { name: "Start verificering" }).click();
  await dialogue.getByRole("button", { name: "Gennemfør verificering" }).click();
  await expect(dialogue.getByRole("alert")).toContainText(
    `Verification fejlede: Koden står ikke i Short Bio hos ${handle}.`,
  );
  await expect(dialogue.getByRole("button", { name: /^Tjek igen om \d+ s$/ })).toBeVisible();
  await audit(danish, "RSI, a failed check");
  await dialogue.getByRole("button", { name: "Annuller anmodning" }).click();
  await expect(dialogue.getByLabel("UEE Citizen Record ID")).toBeFocused();

  await card.getByRole("button", { name: "Remove Verification" }).click();
  const question = page.getByRole("alertdialog", { name: `Remove the verification of ${handle}?` });
  await question.getByRole("button", { name: "Remove Verification" }).click();
  await expect(toast(page, "RSI account verification has been removed successfully")).toBeVisible();
  await expect(card.getByRole("button", { name: "Link RSI Account" })).toBeVisible();
});
