import { audit, PHONE } from "./lib/audit.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { join, suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addOnboarding, addProspect, expectStored, readProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("facts are corrected where they are shown, and an edit of another user in between is compared", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/prospects\/\d+$/);
  const prospect = await addProspect(people, "Mira Flak");
  const name = `Mira Falk ${suffix()}`;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&prospect=${prospect.id}`);
  const dialog = crm.dialog(prospect.displayName);
  await dialog.getByRole("button", { name: "Edit facts" }).click();
  const form = page.getByRole("region", { name: `Facts of ${prospect.displayName}` });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("RSI handle").fill("MiraFalk");
  await people.call(DEMO.admin, "PATCH", `/api/prospects/${prospect.id}`, { displayName: "Mira by another" });
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Mira by another" });
  await expect(conflict).toContainText(name);
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(toast(page, "Facts saved")).toBeVisible();
  expect(await readProspect(people, prospect.id)).toMatchObject({
    displayName: name,
    starCitizenId: "MiraFalk",
  });
  await expect(crm.dialog(name)).toContainText(`Name changed from Mira by another to ${name}`);
});

test("likely duplicates of a prospect are shown while its name is typed", async ({ as, people }) => {
  const known = await addProspect(people, "Twin Seeker");
  const page = await as(DEMO.officer);
  await new CrmPage(page).open("new=1");
  const dialog = page.getByRole("dialog", { name: "Add prospect" });
  await dialog.getByLabel("Name", { exact: false }).first().fill(known.displayName.toUpperCase());
  const warning = dialog.getByRole("region", { name: "May be known already" });
  await expect(warning).toContainText(known.displayName);
  await audit(page, "the form for a prospect who may be known");
  await warning.getByRole("link", { name: `Open ${known.displayName}` }).click();
  await expect(new CrmPage(page).dialog(known.displayName)).toBeVisible();
});

test("a prospect added by hand is linked to their Discord account, becomes active with a sign-in, and the next sync adds no second one", async ({
  as,
  people,
}) => {
  const guest = await join("Linda Linked");
  await people.sync();
  const prospect = await people.call<{ id: number; displayName: string; version: number }>(
    DEMO.admin,
    "POST",
    "/api/prospects",
    { displayName: guest.name },
  );
  await people.call(DEMO.admin, "PATCH", `/api/prospects/${prospect.id}/status`, {
    status: "onboarding",
    assignedTo: await people.memberId(DEMO.officer),
  });
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&prospect=${prospect.id}`);
  const dialog = crm.dialog(guest.name);
  await expect(dialog).toContainText("Cannot sign in yet");
  await audit(page, "the prospect who may be on Discord", PHONE);
  await dialog.getByRole("button", { name: "Link Discord account…" }).click();
  const question = page.getByRole("dialog", { name: "Link Discord" });
  await audit(page, "linking a Discord account");
  await question.getByRole("button", { name: "Link Discord" }).click();
  await expect(toast(page, "Prospects merged")).toBeVisible();
  await expect(dialog).toContainText(guest.id);
  await dialog.getByRole("button", { name: "Make active" }).click();
  await expect(page.getByText(`${guest.name}: Active`, { exact: true })).toBeVisible();
  await people.sync();
  const found = await people.call<{ id: number }[]>(
    DEMO.admin,
    "GET",
    `/api/prospects/1?q=${encodeURIComponent(guest.name)}`,
  );
  expect(found.map(({ id }) => id)).toEqual([prospect.id]);
});

test("prospects are merged, and the merge is undone from the toast and from the log", async ({
  as,
  people,
}) => {
  const kept = await addOnboarding(people, "Kept Kim", DEMO.onboarding);
  const other = await addProspect(people, "Other Olly");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&prospect=${kept.id}`);
  const dialog = crm.dialog(kept.displayName);
  const mergeThem = async () => {
    await dialog.getByRole("button", { name: `Actions for ${kept.displayName}` }).click();
    await page.getByRole("menuitem", { name: "Merge…" }).click();
    const question = page.getByRole("dialog", { name: "Merge prospects" });
    await question.getByRole("combobox").fill(other.displayName);
    await question.getByRole("option", { name: other.displayName }).click();
    await question.getByRole("button", { name: "Merge", exact: true }).click();
  };
  await mergeThem();
  await expect(dialog).toContainText(`Merged with ${other.displayName}`);
  await toast(page, "Prospects merged").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Merge undone")).toBeVisible();
  await expectStored(people, other.id, { status: "intro" });
  await mergeThem();
  await dialog.getByRole("button", { name: "Undo merge" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo merge" }).click();
  await expectStored(people, other.id, { status: "intro" });
});

test("a prospect is deleted for a reason, and brought back from its address", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 404 .*\/api\/prospects\/\d+\/record$/);
  const prospect = await addProspect(people, "Deleted Dan");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open(`tab=team&prospect=${prospect.id}`);
  await crm
    .dialog(prospect.displayName)
    .getByRole("button", { name: `Actions for ${prospect.displayName}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${prospect.displayName}?` });
  await expect(question.getByRole("button", { name: "Delete", exact: true })).toBeDisabled();
  await question.getByLabel("Reason").fill("Asked us to");
  await audit(page, "deleting a prospect", PHONE);
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Prospect deleted")).toBeVisible();
  await crm.open(`tab=team&prospect=${prospect.id}`);
  await expect(page.getByText(`${prospect.displayName} was deleted`)).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText(": Asked us to");
  await audit(page, "the deleted prospect");
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(crm.dialog(prospect.displayName)).toBeVisible();
});
