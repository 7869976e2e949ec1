import { audit, WIDTHS } from "./lib/audit.ts";
import { reach } from "./lib/keyboard.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

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
  await expect(heading("Names left: 1")).toBeVisible();
  await expect(page.getByText("Rows: 3 · fleet.json")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 2 ships" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("paragraph").getByText("Names left: 1")).toBeVisible();
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
  await expect(heading("Ships added: 3")).toBeVisible();

  await leave(page);

  const other = await people.hire("Dagny Dansk", "member");
  await people.call(other, "PATCH", "/api/user/language", { language: "da" });
  const theirs = await as(other);
  await theirs.setViewportSize(WIDTHS[1]);
  await theirs.goto("/my-hangar/import");
  await theirs.getByLabel("Eller indsæt listen").fill(LIST);
  await theirs.getByRole("button", { name: "Gennemgå listen" }).click();
  await expect(theirs.getByRole("heading", { name: "Klar til import", level: 1 })).toBeVisible();
  await expect(theirs.getByText("Husket svar")).toBeVisible();
  await expect(theirs.getByText("Cutlass Red", { exact: true })).toBeVisible();
  await theirs.getByRole("button", { name: "Importer 3 skibe" }).click();
  await expect(theirs.getByRole("heading", { name: "Skibe tilføjet: 3", level: 1 })).toBeVisible();
  await audit(theirs, "import that is done", [WIDTHS[1]]);
});

const EXTENSION = `Pledge ID,Pledge Name,Pledge Date,Pledge Cost,Content Type,Pledge Content
1,Standalone Ship - Hammerhead,"May 22, 2019",$725.00 USD,Ship,Hammerhead
1,Standalone Ship - Hammerhead,"May 22, 2019",$725.00 USD,Insurance,Lifetime Insurance
2,Standalone Ship - Hammerhead 2949 Best in Show,"November 28, 2019",$725.00 USD,Ship,Hammerhead 2949 Best in Show
2,Standalone Ship - Hammerhead 2949 Best in Show,"November 28, 2019",$725.00 USD,Insurance,120 Month Insurance
3,Standalone Ship - Corsair Warbond,"June 3, 2021",$215.00 USD,Ship,Corsair Mk I
`;

test("the review of an import survives Back, a reload and the end of the session, and takes four presses in all", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const owner = await people.hire("Rut Review", "member");
  const page = await as(owner);
  let presses = 0;
  const press = async (name: string | RegExp, role: "button" | "link" | "radio" = "button") => {
    presses += 1;
    await page.getByRole(role, { name }).click();
  };
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  await page.goto("/my-hangar/import");
  const typed = page.getByLabel("Or paste the list");
  await typed.fill("Carrack\nCutlass Bl");
  await page.reload();
  await expect(typed).toHaveValue("Carrack\nCutlass Bl");
  await typed.fill("");

  const chooser = page.waitForEvent("filechooser");
  await press("Choose a file");
  await (await chooser).setFiles(fileOf("pledges.csv", EXTENSION));
  await expect(heading("Names left: 1")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Which ship is “Hammerhead 2949 Best in Show”?" }),
  ).toBeVisible();
  await press(/^Hammerhead Best In Show Edition/, "radio");
  await press("Use Hammerhead Best In Show Edition");
  await expect(heading("Ready to import")).toBeVisible();
  const corsair = page.getByRole("listitem").filter({ hasText: "Corsair Mk I" });
  await expect(corsair).toContainText("Warbond");
  await expect(corsair).toContainText("Not the ship’s own name");

  await page.goto("/my-hangar");
  await page.goBack();
  await expect(heading("Ready to import")).toBeVisible();
  await page.getByRole("link", { name: "My Hangar" }).first().click();
  await expect(heading("My Hangar")).toBeVisible();
  await page.goBack();
  await expect(heading("Ready to import")).toBeVisible();
  await page.reload();
  await expect(heading("Ready to import")).toBeVisible();
  await expect(page.getByText("You chose it")).toBeVisible();
  await audit(page, "review with spellings of an import", [WIDTHS[1]]);

  await page.context().clearCookies({ name: "session" });
  await press("Import 3 ships");
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(owner.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading("Ships added: 3")).toBeVisible();
  expect(presses).toBe(4);

  await page.getByRole("link", { name: "Open my hangar" }).click();
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Corsair", exact: true }) });
  await expect(card).toContainText("Warbond");
  await expect(card).toContainText("3 Jun 2021");
  await expect(page.getByText("Lifetime insurance")).toBeVisible();
  await expect(page.getByText("120 months of insurance")).toBeVisible();
  await card.getByRole("button", { name: "Edit Corsair" }).click();
  await page.getByText("Pledges from your import: 1").click();
  await expect(page.getByRole("dialog", { name: "Corsair" })).toContainText("3 Jun 2021 · Warbond");
  await page.keyboard.press("Escape");
  await page.goto("/my-hangar/import");
  await expect(heading("Import ships")).toBeVisible();
  await typed.fill("Hammerhead\nCorsair Mk I");
  await page.getByRole("button", { name: "Review the list" }).click();
  await expect(heading("Nothing new in this file")).toBeVisible();
  await expect(page.getByText("Rows: 2 · pasted text")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change: Corsair Mk I" })).toBeVisible();
});
