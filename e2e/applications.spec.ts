import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

const PHONE = WIDTHS[1];

test("a member applies in five steps, keeps the input across reloads and sign-in, and gets the contract", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const title = `Escort ${suffix()}`;
  const contract = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    amount: 135_000,
    status: "posted",
  });
  await people.call(DEMO.manager, "POST", "/api/contract-applications", {
    ...{ contractId: contract.id, experience: "Six months", shipType: "Arrow", availability: "Evenings" },
    ...{ firstName: "Oliver", lastName: "Hayes", discordUsername: "oliver", timezone: "Europe/London" },
    ...{ backgroundCheck: true, termsAccepted: true },
  });
  const applicant = await people.hire("Sofie Sender", "member");
  const memberId = await people.memberId(applicant);
  const address = `/tools/contracts?contract=${contract.id}`;

  const page = await as(applicant);
  const { keyboard } = page;
  await page.goto(address);
  const apply = page.getByRole("button", { name: "Apply", exact: true });
  await apply.click();
  const wizard = page.getByRole("dialog", { name: `Apply for ${title}` });
  await expectFocusIn(wizard);
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("Answer this one.")).toHaveCount(3);
  await expect(wizard.getByLabel("Experience")).toBeFocused();
  await keyboard.type("Twelve escorts");
  await keyboard.press("Tab");
  await keyboard.type("Gladius");
  await keyboard.press("Tab");
  await keyboard.type("Tonight");
  await keyboard.press("Enter");
  await expect(wizard.getByText("Step 2 of 5")).toBeVisible();
  await expect(wizard.getByLabel("First name")).toBeFocused();
  await expect(wizard.getByLabel("First name")).toHaveValue("Sofie");
  await wizard.getByLabel("First name").fill("Sofia");
  await expect(wizard.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Copenhagen");
  await keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();

  await page.reload();
  await apply.click();
  await expect(wizard.getByText("What you typed before is back.")).toBeVisible();
  await expect(wizard.getByLabel("First name")).toHaveValue("Sofia");
  await expect(wizard.getByLabel("Last name")).toHaveValue(applicant.displayName.replace("Sofie ", ""));
  await wizard.getByLabel("Discord name").fill("sofie.s");
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByLabel("I agree to a background check")).not.toBeChecked();
  await wizard.getByLabel("RSI handle").fill("Sofie_S");
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("Step 4–5 of 5")).toBeVisible();
  await audit(page, "confirmation of an application");
  await wizard.getByRole("button", { name: "Edit: Self-assessment" }).click();
  await expect(wizard.getByRole("combobox", { name: "Ship" })).toHaveValue("Gladius");
  for (let step = 1; step < 4; step += 1) {
    await expect(wizard.getByText(`Step ${step} of 5`)).toBeVisible();
    await wizard.getByRole("button", { name: "Next" }).click();
  }
  await expect(wizard.getByRole("button", { name: "Submit" })).toHaveAttribute("aria-disabled", "true");
  await people.call(DEMO.admin, "DELETE", `/api/members/${memberId}/sessions`);
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(applicant.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await wizard.getByLabel("Everything I wrote is true").check();
  await wizard.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Application sent")).toBeVisible();
  await expect(wizard).toBeHidden();
  await expect(page.getByText("Waits for an answer")).toBeVisible();
  // The session that the API calls use ended, too.
  await page.request.patch("/api/user/language", {
    data: { language: "da" },
    headers: { Origin: new URL(page.url()).origin },
  });

  const owner = await as(DEMO.recruiter);
  await owner.goto(address);
  const dialog = owner.getByRole("dialog", { name: title });
  await expect(dialog.getByText("Sofie_S")).toBeVisible();
  await dialog.getByRole("button", { name: `Accept ${applicant.displayName}` }).click();
  const question = owner.getByRole("dialog", { name: `Accept ${applicant.displayName}?` });
  await expect(question.getByText("Other applications declined: 1.")).toBeVisible();
  await question.getByLabel("Message to the applicant").fill("We leave at eight");
  await question.getByRole("button", { name: "Accept" }).click();
  await expect(toast(owner, `${applicant.displayName} does the contract now`)).toBeVisible();
  await expect(dialog.getByText("Declined", { exact: true })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.goto("/tools/contracts?tab=applications");
  const row = page.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText("Antaget");
  await expect(row).toContainText("We leave at eight");
  await audit(page, "own applications on a phone", [PHONE]);

  await page.getByRole("button", { name: /^Notifikationer/ }).click();
  await page
    .getByRole("dialog", { name: "Notifikationer" })
    .getByRole("link", { name: `Mikkel Toft godkendte din ansøgning om ${title}.` })
    .click();
  await expect(page).toHaveURL(`/tools/contracts?tab=applications&contract=${contract.id}`);
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
});

test("a member who has applied before applies again in five presses, and types only their availability", async ({
  as,
  people,
}) => {
  const applicant = await people.hire("Agnes Again", "member");
  const answers = { experience: "Forty escorts", shipType: "Gladius", availability: "Evenings from 20:00" };
  await people.call(applicant, "POST", "/api/contract-applications", {
    ...{
      ...answers,
      firstName: "Agnes",
      lastName: "Again",
      discordUsername: "agnes",
      timezone: "Europe/Copenhagen",
    },
    ...{ rsiHandle: "Agnes_A", backgroundCheck: true, references: "Mikkel Toft", termsAccepted: true },
  });
  const title = `Patrol ${suffix()}`;
  const { id } = await people.call<{ id: number }>(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    amount: 90_000,
    status: "posted",
  });
  const page = await as(applicant);
  await page.goto("/tools/contracts");
  const presses = await countPresses(page);
  await page.getByRole("listitem").filter({ hasText: title }).getByRole("link").click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  const wizard = page.getByRole("dialog", { name: `Apply for ${title}` });
  await expect(wizard.getByLabel("Availability")).toHaveValue("");
  await wizard.getByLabel("Availability").fill("Sunday from 17:00");
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("Step 4–5 of 5")).toBeVisible();
  const again = { ...answers, availability: "Sunday from 17:00" };
  for (const text of [...Object.values(again), "Agnes_A", "Mikkel Toft"])
    await expect(wizard.getByRole("region", { name: "What you entered" }).getByText(text)).toBeVisible();
  await wizard.getByLabel("Everything I wrote is true").check();
  await wizard.getByRole("button", { name: "Submit" }).click();
  await expect(toast(page, "Application sent")).toBeVisible();
  expect(presses()).toBe(5);
  const [sent] = await people.call<object[]>(applicant, "GET", "/api/contract-applications/1?of=me");
  expect(sent).toMatchObject({
    contractId: id,
    ...again,
    references: "Mikkel Toft",
    backgroundCheck: true,
  });
});
