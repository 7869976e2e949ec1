import { readFileSync, writeFileSync } from "node:fs";
import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, type Prospect, readProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

test("an administrator restores a backup: a rehearsal names the rows to add, change and delete, and the restore does so", async ({
  as,
  people,
  watch,
}, info) => {
  watch.expect(/status of 422 .*\/api\/backup\/restores/);
  const changed = await addProspect(people, "Edited");
  const lost = await addProspect(people, "Deleted");
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=backup");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Generate Backup" }).click(),
  ]);
  const file = info.outputPath("backup.json");
  await download.saveAs(file);

  const edit = await people.call<Prospect>(DEMO.admin, "PATCH", `/api/prospects/${changed.id}/notes`, {
    notes: "Written after the backup",
    version: changed.version,
  });
  expect(edit.notes).toBe("Written after the backup");
  await people.call(DEMO.admin, "DELETE", `/api/prospects/${lost.id}`, { reason: "A mistake" });
  const added = await addProspect(people, "Added");

  const panel = page.getByRole("region", { name: "Restore", exact: true });
  const step = panel.getByRole("list", { name: "Steps" }).locator("[aria-current=step]");
  await expect(step, "nothing is chosen yet").toBeHidden();
  const damaged = info.outputPath("damaged.json");
  writeFileSync(damaged, readFileSync(file, "utf8").replace(changed.displayName, "Somebody else"));
  await panel.getByLabel("Choose a backup").setInputFiles(damaged);
  await expect(panel.getByRole("alert")).toContainText("This file cannot be restored");
  await audit(page, "a backup that was refused");

  await panel.getByLabel("Another file").setInputFiles(file);
  await expect(step).toContainText("Confirm");
  const rows = panel.getByRole("region", { name: "Row by row" });
  const row = (name: string) => rows.getByRole("listitem").filter({ hasText: name }).first();
  await rows.getByRole("radio", { name: /^Deleted/ }).check();
  await expect(row(added.displayName)).toContainText("Deleted");
  await rows.getByRole("radio", { name: /^Changed/ }).check();
  await expect(row(changed.displayName)).toContainText("notes Written after the backup");
  await expect(row(lost.displayName)).toContainText("Changed");
  await audit(page, "the rehearsal of a backup", WIDTHS);

  const typed = panel.getByRole("textbox", { name: "Type Nordic Star to confirm" });
  await reach(page, typed);
  await page.keyboard.type("Nordic St");
  await expect(panel.getByText("Letters missing: 2", { exact: true }).last()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(step).toContainText("Confirm");
  await page.keyboard.type("ar");
  await page.keyboard.press("Enter");
  await expect(step).toContainText("Resume");
  await expect(page.getByText(/^Automation paused since today/)).toBeVisible();
  await audit(page, "a restore that is done", PHONE);

  expect(await readProspect(people, changed.id)).toMatchObject({ notes: changed.notes });
  expect(await readProspect(people, lost.id)).toMatchObject({ displayName: lost.displayName });
  await expect(readProspect(people, added.id)).rejects.toThrow("404");

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "See what waits" }).click();
  const waiting = panel.getByRole("region", { name: "Paused until you resume" });
  await expect(waiting).toBeInViewport();
  await reach(page, waiting.getByRole("button", { name: "Resume" }));
  await page.keyboard.press("Enter");
  await expect(toast(page, "Automation resumed")).toBeVisible();
  await expect(page.getByText(/^Automation paused since/)).toBeHidden();
  await panel.getByRole("button", { name: "Bring it back" }).click();
  await expect(step).toContainText("Confirm");
  await expect(row(added.displayName)).toContainText("Added");
  await panel.getByRole("button", { name: "Discard rehearsal" }).click();
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(panel.getByRole("button", { name: "Choose a backup" })).toBeVisible();
});
