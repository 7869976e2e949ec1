import { audit, PHONE, WIDE } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

test("a member proves an RSI account by its bio in four presses; an invalid handle and a failed proof are explained in Danish; the proof can be removed", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 422 /);
  const handle = `Vega_Rook-${suffix()}`;
  const pilot = await people.hire("Vega Rook", "member");
  const seen = await people.call<{ id: number; profileUrl: string }>(pilot, "POST", "/api/rsi/verify", {
    rsiHandle: "No-Bio",
  });
  await people.call(pilot, "DELETE", `/api/rsi/verify/${seen.id}`);
  const writeBio = (bio: string) =>
    fetch(`${new URL(seen.profileUrl).origin}/account/profile`, {
      method: "POST",
      body: new URLSearchParams({ handle, bio }),
    });
  await writeBio("Pilot.");
  const page = await as(pilot);
  await page.goto("/account");
  const presses = await countPresses(page);
  const card = page.getByRole("region", { name: "RSI Account" });
  const dialog = page.getByRole("dialog", { name: "Link RSI Account" });
  await card.getByRole("button", { name: "Link RSI Account" }).press("Enter");
  await expect(dialog.getByLabel("UEE Citizen Record ID")).toBeFocused();
  await audit(page, "RSI, the handle", WIDE);
  const field = dialog.getByLabel("UEE Citizen Record ID");
  await field.fill("#2481906");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That is your record number, not your handle")).toBeVisible();
  await field.fill(`${handle}x`);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`RSI knows no citizen ${handle}x.`)).toBeVisible();
  const wrong = 2;
  await field.fill(`https://robertsspaceindustries.com/citizens/${handle}`);
  await page.keyboard.press("Enter");
  const code = await dialog.getByText(/^CC-[2-9A-Z]{8}$/).textContent();
  const profile = dialog.getByRole("link", { name: "Open RSI Profile" });
  const address = (await profile.getAttribute("href")) ?? "";
  expect(address).toContain(`/en/citizens/${handle}`);
  const blank = '<link rel="icon" href="data:,">';
  await page.context().route(address, (route) => route.fulfill({ contentType: "text/html", body: blank }));
  const [opened] = await Promise.all([page.waitForEvent("popup"), profile.click()]);
  await opened.close();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await writeBio(`Pilot. ${code?.replace("-", "\u2013\u200b")}`);
  await page.keyboard.press("Escape");
  await expect(card.getByText("Pending Verification")).toBeVisible();
  await audit(page, "RSI, pending", WIDE);
  const reopened = 1;
  await card.getByRole("button", { name: "Open Verification Dialog" }).press("Enter");
  await dialog.getByRole("button", { name: "Complete Verification" }).press("Enter");
  await expect(toast(page, "RSI Account Verified!")).toBeVisible();
  expect(presses() - wrong - reopened).toBe(4);
  await expect(dialog).toBeHidden();
  await expect(card.getByText("Verified", { exact: true })).toBeVisible();
  await expect(card.getByText(handle)).toBeVisible();
  await audit(page, "RSI, verified", PHONE);

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
  await audit(danish, "RSI, a failed check", PHONE);
  await dialogue.getByRole("button", { name: "Annuller anmodning" }).click();
  await expect(dialogue.getByLabel("UEE Citizen Record ID")).toBeFocused();

  await card.getByRole("button", { name: "Remove Verification" }).click();
  const question = page.getByRole("alertdialog", { name: `Remove the verification of ${handle}?` });
  await question.getByRole("button", { name: "Remove Verification" }).click();
  await expect(toast(page, "RSI account verification has been removed successfully")).toBeVisible();
  await expect(card.getByRole("button", { name: "Link RSI Account" })).toBeVisible();
});
