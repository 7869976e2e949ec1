import { join } from "./lib/discord.ts";
import { mainJourney } from "./lib/main-journey.ts";
import { expect, test } from "./lib/test.ts";
import { DANISH } from "./lib/words.ts";

test.use({ locale: "da-DK" });

test("the language is switched in the account, and another tab follows", async ({ as, people }) => {
  const person = await people.hire("Dorte Dansk", "officer");
  const page = await as(person);
  const other = await page.context().newPage();
  await other.goto("/crm?tab=team");
  await page.goto("/account");
  await page.getByRole("radiogroup", { name: "Sprog" }).getByRole("radio", { name: "Engelsk" }).check();
  await expect(page.getByRole("heading", { name: "My Account", level: 1 })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Recruitment", level: 1 })).toBeVisible();
  await page.getByRole("radiogroup", { name: "Language" }).getByRole("radio", { name: "Danish" }).check();
  await expect(page.getByRole("heading", { name: "Min konto", level: 1 })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Rekruttering", level: 1 })).toBeVisible();
  await expect(other.getByRole("button", { name: "Tilføj kandidat" }).first()).toBeVisible();

  const stored = async () => (await people.call<{ language: string }>(person, "GET", "/api/user")).language;
  await expect.poll(stored).toBe("da");
  await other.reload();
  await expect(other.getByRole("heading", { name: "Rekruttering", level: 1 })).toBeVisible();
});

test("the same journey in Danish", async ({ as, people }) => {
  test.slow();
  const cast = {
    admin: await people.hire("Asger Admin", "administrator"),
    recruiter: await people.hire("Rikke Rekrut", "recruiter"),
    onboarding: await people.hire("Ole Optager", "onboarding_team"),
    officer: await people.hire("Olga Officer", "officer"),
    recruit: await join("Nynne Nybegynder"),
  };
  for (const account of [cast.admin, cast.recruiter, cast.onboarding, cast.officer]) {
    await people.call(account, "PATCH", "/api/user/language", { language: "da" });
  }
  await mainJourney({ as, words: DANISH, cast });
});
