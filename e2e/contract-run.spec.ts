import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const PHONE = WIDTHS[1];

/** Applies through the API, like the old client. */
const applyFor = (people: People, account: Account, contractId: number) =>
  people.call(account, "POST", "/api/contract-applications", {
    contractId,
    organizationId: 1,
    applicantName: account.displayName,
    applicantDiscord: "lasse.k",
    experience: "Flew cargo for two years.",
    shipType: "Constellation Taurus",
    availability: "Every evening",
    firstName: "Lasse",
    lastName: "Holt",
    discordUsername: "lasse.k",
    timezone: "Europe/Copenhagen",
    rsiHandle: "",
    backgroundCheck: false,
    references: "",
    termsAccepted: true,
    additionalNotes: "",
  });

/** Completes the five steps of the application, in Danish on a phone. */
async function apply(page: Page, title: string) {
  await page.getByRole("dialog").getByRole("button", { name: "Ansøg", exact: true }).click();
  const wizard = page.getByRole("dialog", { name: `Ansøg om ${title}` });
  const next = wizard.getByRole("button", { name: "Næste" });
  await next.click();
  await expect(wizard.getByLabel("Erfaring")).toBeFocused();
  await wizard.getByLabel("Erfaring").fill("Tolv eskorter.");
  await wizard.getByRole("combobox", { name: "Skib" }).fill("Cutlass Black");
  await wizard.getByLabel("Hvornår du kan").fill("Hver aften fra kl. 20");
  await next.click();
  await wizard.getByLabel("Fornavn").fill("Nova");
  await wizard.getByLabel("Efternavn").fill("Hale");
  await wizard.getByLabel("Navn på Discord").fill("nova.h");
  await next.click();
  await expect(wizard.getByText("Trin 3 af 5")).toBeVisible();
  await next.click();
  await expect(wizard.getByText("Tolv eskorter.")).toBeVisible();
  await expect(wizard.getByRole("button", { name: "Indsend" })).toBeDisabled();
  await wizard.getByRole("checkbox").click();
  await audit(page, "application", [PHONE]);
  await wizard.getByRole("button", { name: "Indsend" }).click();
  await expect(wizard).toBeHidden();
}

test("three people post, apply, accept, complete, split, pay and close a contract", async ({
  as,
  people,
}) => {
  const title = `Refinery pickup ${suffix()}`;
  const nova = await people.hire("Nova Hale", "member");
  const lasse = await people.hire("Lasse Holt", "member");
  await people.call(nova, "PATCH", "/api/user/language", { language: "da" });
  const { id } = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    type: "transport",
    amount: 2_400_000,
  });
  const address = `/tools/contracts?contract=${id}`;

  const owner = await as(DEMO.recruiter);
  await owner.goto(address);
  const dialog = owner.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Post" }).click();
  await expect(toast(owner, "Contract posted successfully and is now active")).toBeVisible();

  const pilot = await as(nova);
  await pilot.setViewportSize(PHONE);
  await pilot.goto(address);
  await apply(pilot, title);
  await applyFor(people, lasse, id);

  // Both applications appear without a reload; accepting one declines the other.
  const accept = dialog.getByRole("button", { name: `Accept ${nova.displayName}` });
  await expect(dialog.getByRole("button", { name: `Accept ${lasse.displayName}` })).toBeVisible();
  await expect(dialog.getByText("Tolv eskorter.", { exact: true })).toBeVisible();
  await audit(owner, "applications");
  await accept.click();
  await owner
    .getByRole("dialog", { name: `Accept ${nova.displayName}?` })
    .getByRole("button", { name: "Accept" })
    .click();
  await expect(dialog.getByText("Declined")).toBeVisible();

  const work = pilot.getByRole("dialog", { name: title });
  await work.getByRole("button", { name: "Marker som udført" }).click();
  await work.getByRole("button", { name: "Tilføj udgift" }).click();
  await work.getByLabel("Hvad der blev betalt for").fill("Brændstof");
  await work.getByLabel("Beløb i aUEC").fill("86400");
  await work.getByRole("button", { name: "Tilføj udgift" }).last().click();
  await expect(work.getByText("86.400").first()).toBeVisible();
  await audit(pilot, "expense on a phone", [PHONE]);

  await expect(dialog.getByRole("button", { name: "Approve the split" })).toBeDisabled();
  // The second click of a double click neither declines nor takes back.
  await dialog.getByRole("button", { name: /^Approve: Brændstof/ }).dblclick();
  await expect(dialog.getByRole("button", { name: /^Approve: Brændstof/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(dialog.getByRole("button", { name: /^Decline: Brændstof/ })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await dialog.getByLabel("Split", { exact: true }).selectOption("By weight");
  await dialog.getByRole("combobox", { name: "Add to the crew" }).fill(lasse.displayName);
  await owner.getByRole("option", { name: lasse.displayName, exact: true }).click();
  await dialog.getByLabel(`Weight: ${nova.displayName}`).fill("1.5");
  await dialog.getByLabel(`Weight: ${lasse.displayName}`).fill("1");
  await dialog.getByRole("button", { name: "Save the split" }).click();
  await audit(owner, "split");
  await dialog.getByRole("button", { name: "Approve the split" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Approve the split" }).click();
  await expect(dialog.getByText("Leaves your wallet 2,412,001")).toBeVisible();
  await dialog.getByRole("button", { name: "Mark all 2 as sent" }).click();
  await expect(dialog.getByText(/^Waiting for /)).toHaveCount(2);
  // Undo remains until somebody confirms. No step is shown as skipped before the history has arrived.
  const history = Promise.withResolvers<void>();
  await owner.route("**/history?*", (route) => history.promise.then(() => route.continue()));
  await owner.reload();
  const steps = dialog.getByRole("list", { name: /step 5 of 6$/ });
  await expect(steps).toBeVisible();
  expect(await steps.textContent()).not.toContain("Skipped");
  history.resolve();
  await expect(steps.getByText(nova.displayName)).toBeVisible();
  await dialog.getByRole("button", { name: "Undo “sent” for all 2" }).click();
  await expect(dialog.getByRole("button", { name: /^Mark as sent: / })).toHaveCount(2);
  await dialog.getByRole("button", { name: "Mark all 2 as sent" }).click();
  await expect(dialog.getByText(/^Waiting for /)).toHaveCount(2);
  await audit(owner, "sent payments", [WIDTHS[1]]);

  await work.getByRole("button", { name: "Bekræft modtaget" }).first().click();
  const third = await as(lasse);
  await third.goto("/tools/contracts?tab=applications");
  await expect(third.getByText(title)).toBeVisible();
  await expect(third.getByText("Declined")).toBeVisible();
  await third.getByRole("link", { name: "My Money" }).click();
  await audit(third, "my money");
  await third.getByRole("button", { name: /^Confirm received/ }).click();
  await expect(dialog.getByText(/^Settled /)).toBeVisible();

  await dialog.getByRole("button", { name: "Close Contract" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Close Contract" }).click();
  const closed = dialog.getByRole("listitem").filter({ hasText: "ClosedCurrent" });
  await expect(closed).toHaveAttribute("aria-current", "step");

  // 2,400,000 less 86,400 of expenses, split 1.5 to 1; what Nova spent is paid back with it.
  const { contracts } = await people.call<{ contracts: { balances: { aUEC: number } } }>(
    nova,
    "GET",
    "/api/user/account",
  );
  expect(contracts.balances.aUEC).toBe(1_388_160 + 86_400);
});
