import { audit, WIDTHS } from "./lib/audit.ts";
import { reach } from "./lib/keyboard.ts";
import { expect, test } from "./lib/test.ts";

const LIST = JSON.stringify([
  { name: "cutlass", shipname: "Røde Orm", type: "ship" },
  { name: "carrack", shipname: "", type: "ship" },
  { name: "HULL-C", shipname: "", type: "ship" },
]);
const fileOf = (name: string, text: string) => {
  return { name, mimeType: "application/json", buffer: Buffer.from(text) };
};

test("a member imports a list of ships and resolves one name, which the next import knows, in Danish on a phone", async ({
  as,
  leave,
  people,
  watch,
}) => {
  watch.expect(/status of 400 /);
  const page = await as(await people.hire("Sif Skipper", "member"));
  await page.goto("/my-hangar/import");
  const heading = (name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
  await expect(heading("Import ships")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(fileOf("fleet.json", LIST.slice(0, -9)));
  await expect(page.getByText("The file is broken near line 1. Nothing was imported")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(fileOf("fleet.json", LIST));
  await expect(heading("One name needs your answer")).toBeVisible();
  await expect(page.getByText("3 rows from fleet.json, a CCU Game list")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 2 ships" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("paragraph").getByText("Answer row 1 first.")).toBeVisible();
  await audit(page, "review of an import");

  await reach(page, page.getByRole("radio", { name: /^Cutlass Black \d/ }));
  await page.keyboard.press("Space");
  await reach(page, page.getByRole("button", { name: "Use Cutlass Black", exact: true }));
  await page.keyboard.press("Enter");
  await expect(heading("Ready to import")).toBeFocused();
  await page.getByRole("button", { name: "Change: cutlass" }).click();
  await expect(page.getByRole("heading", { name: "Which ship is “cutlass”?" })).toBeFocused();
  await page.getByRole("button", { name: "Another ship…" }).click();
  await page.getByLabel("Search ships").fill("cutlass red");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You chose it")).toBeVisible();
  await page.getByRole("button", { name: "Import 3 ships" }).click();
  await expect(heading("3 ships added")).toBeVisible();

  await leave(page);

  const other = await people.hire("Dagny Dansk", "member");
  await people.call(other, "PATCH", "/api/user/language", { language: "da" });
  const theirs = await as(other);
  await theirs.setViewportSize(WIDTHS[1]);
  await theirs.goto("/my-hangar/import");
  await theirs.getByLabel("Eller indsæt listens tekst").fill(LIST);
  await theirs.getByRole("button", { name: "Gennemgå listen" }).click();
  await expect(theirs.getByRole("heading", { name: "Klar til import", level: 1 })).toBeVisible();
  await expect(theirs.getByText("Husket svar")).toBeVisible();
  await expect(theirs.getByText("Cutlass Red", { exact: true })).toBeVisible();
  await theirs.getByRole("button", { name: "Importér 3 skibe" }).click();
  await expect(theirs.getByRole("heading", { name: "3 skibe tilføjet", level: 1 })).toBeVisible();
  await audit(theirs, "import that is done", [WIDTHS[1]]);
});
