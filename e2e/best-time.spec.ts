import { audit, WIDTHS } from "./lib/audit.ts";
import { expect, test } from "./lib/test.ts";

test("members mark when they can, by mouse and by keyboard, and find the best time", async ({
  as,
  people,
}) => {
  const [freja, mikkel] = [
    await people.hire("Freja Time", "member"),
    await people.hire("Mikkel Time", "member"),
  ];
  const page = await as(freja);
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "Find a time" }).click();
  const dialog = page.getByRole("dialog", { name: "Find a time" });
  await expect(dialog).toContainText("Nobody has marked when they can");
  await audit(page, "best-time-empty");

  await dialog.getByRole("button", { name: "Mark my hours" }).click();
  const grid = dialog.getByRole("grid", { name: "Hours in which you can" });
  const hour = (name: string) => grid.getByRole("gridcell", { name, exact: true });
  await hour("Thursday 20:00").dragTo(hour("Thursday 22:00"));
  await expect(hour("Thursday 21:00")).toHaveAttribute("aria-selected", "true");
  await hour("Saturday 19:00").click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  for (const name of ["Saturday 19:00", "Saturday 20:00", "Sunday 20:00"])
    await expect(hour(name)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press(" ");
  await expect(hour("Sunday 20:00")).toHaveAttribute("aria-selected", "false");
  await audit(page, "best-time-marking", WIDTHS);
  // Marks are discarded only after a question, and survive leaving the page.
  const question = page.getByRole("alertdialog", { name: "Discard the marked hours?" });
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Cancel" }).click(),
  ]) {
    await leave();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(hour("Thursday 21:00")).toHaveAttribute("aria-selected", "true");
  }
  await page.goto("/members");
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "Find a time" }).click();
  await expect(dialog).toContainText("Not saved yet.");
  await expect(hour("Thursday 21:00")).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Change my hours" })).toBeFocused();

  const thursday = Array.from({ length: 168 }, (_, at) => ([92, 93].includes(at) ? "1" : "0")).join("");
  await people.call(mikkel, "PUT", "/api/event-times/own", {
    timeZone: "Europe/Copenhagen",
    hours: thursday,
  });
  await expect(dialog).toContainText(/2 of \d+ marked/);
  await dialog.getByRole("button", { name: "Later week" }).click();
  const counts = dialog.getByRole("table", { name: "People who can, by hour" });
  await expect(counts.getByRole("row", { name: /^Thu/ })).toContainText("2, You can");
  const best = dialog.getByRole("region", { name: "Best times" }).getByRole("listitem");
  await expect(best.first()).toContainText(/Thu.* 20:00 to 23:00.*1 can/);
  await dialog.getByRole("radio", { name: "2 h" }).check();
  await expect(best.first()).toContainText(/Thu.* 20:00 to 22:00.*2 can/);
  await expect(dialog.getByRole("button", { name: /^Plan it/ })).toHaveCount(0);
  await audit(page, "best-time");

  await page.setViewportSize(WIDTHS[1]);
  await dialog.getByRole("switch", { name: "All hours" }).click();
  await expect(counts.getByRole("row")).toHaveCount(25);
  await audit(page, "best-time-all-hours", [WIDTHS[1]]);

  await page.setViewportSize(WIDTHS[0]);
  await dialog.getByRole("button", { name: "Change my hours" }).click();
  await hour("Monday 16:00").click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog.getByRole("button", { name: "Change my hours" })).toBeFocused();
  await dialog.getByRole("button", { name: "Change my hours" }).click();
  await expect(grid.getByRole("gridcell", { selected: true })).toHaveCount(5);
  await dialog.getByRole("button", { name: "Remove my hours" }).click();
  await expect(dialog).toContainText(/1 of \d+ marked/);
  await people.call(mikkel, "DELETE", "/api/event-times/own");
  await expect(dialog).toContainText("Nobody has marked when they can");
});
