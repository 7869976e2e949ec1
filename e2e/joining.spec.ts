import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { applicationOf, heading, setDoor } from "./lib/door.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

test.beforeAll(async ({ people }) => setDoor(people, true));
test.afterAll(async ({ people }) => setDoor(people, false));

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("a stranger fills in the form, sends it, reads an officer's answer as it comes, and takes the application back", async ({
    page,
    people,
  }) => {
    await page.goto("/auth");
    const presses = await countPresses(page);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).tap();
    const choose = (question: string, option: string) =>
      page.getByRole("group", { name: question }).getByLabel(option, { exact: true }).tap();
    await page.getByRole("link", { name: "Continue with Discord" }).tap();
    await page.getByRole("radio", { name: "Someone not in the server" }).check();
    await page.getByRole("button", { name: "Authorize" }).tap();

    await expect(heading(page, "About you")).toBeVisible();
    await expect(page).toHaveURL(/\/application$/);
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
    await page.getByLabel("What should we call you?").fill("Elias");
    await choose("How old are you?", "18 to 29");
    await expect(page.getByText(/^Saved/).last()).toBeVisible();
    await press("Continue");

    await expect(heading(page, "How you fly")).toBeFocused();
    await choose("What do you like to do?", "Rescue");
    await page.getByRole("searchbox", { name: "Ship" }).fill("cutlass red");
    await page.getByRole("radio", { name: /^Cutlass Red/ }).tap();
    await page.getByLabel("Tell us about an evening you enjoyed").fill("We flew medical runs until three.");
    await choose("Are you in another organization?", "No");
    await press("Continue");
    await choose("Which evenings?", "Wednesday");
    await press("Continue");

    await expect(heading(page, "Read it and send")).toBeFocused();
    await audit(page, "answers before they are sent, one is missing", PHONE);
    // Continue stood there: a tap within the time of a double tap is a stray one.
    let strays = -1;
    await expect(async () => {
      strays += 1;
      await press("Send it");
      await expect(page.getByRole("region", { name: "One answer is open" })).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.getByRole("button", { name: "Do you have a headset?" }).tap();
    await choose("Do you have a headset?", "Yes");
    // Not by Continue, which stands where it then says Send: the second of two quick taps there would be a stray one.
    await page.getByRole("link", { name: "Read it and send" }).tap();
    await audit(page, "answers before they are sent", PHONE);
    await press("Send it");
    await expect(heading(page, "Your application")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "We have it" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    // Three more for the answer that was left out, and one to choose the account in the emulated Discord.
    expect(presses() - 4 - strays, "presses without the texts").toBeLessThanOrEqual(12);

    const { admission } = await applicationOf(people, "stranded.pilot");
    expect(admission.status).toBe("sent");
    await people.call(DEMO.officer, "POST", `/api/admissions/${admission.id}/messages`, {
      text: "Would Wednesday suit you?",
    });
    await expect(page.getByText("Would Wednesday suit you?")).toBeVisible();
    await expect(page.getByText("Waits for you")).toBeVisible();
    await audit(page, "an application that an officer has answered", [...WIDTHS]);
    await page.getByLabel(`Answer ${DEMO.officer.displayName}`).fill("Yes, from eight.");
    await press("Send");
    await expect(page.getByText("Waits for you")).toBeHidden();

    await press("Withdraw");
    const question = page.getByRole("alertdialog", { name: "Withdraw your application?" });
    await question.getByRole("button", { name: "Withdraw" }).tap();
    await expect(page.getByText("You took it back")).toBeVisible();
    const after = await applicationOf(people, "stranded.pilot");
    expect(after.admission).toMatchObject({ status: "withdrawn", answers: {} });

    await press("Apply again");
    await expect(heading(page, "About you")).toBeVisible();
  });
});

test("a registered user applies by keyboard in Danish, and answers typed without a connection are kept", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const account = await people.register("Dagny Dansk");
  const page = await as(account);
  const { keyboard } = page;
  await page.goto("/");
  await page.getByRole("button", { name: "Dansk", exact: true }).press("Enter");
  await expect(heading(page, "Om dig")).toBeVisible();

  await page.context().setOffline(true);
  await reach(page, page.getByLabel("Hvad skal vi kalde dig?"));
  await keyboard.type("Dagny");
  await expect(page.getByText("Gemt på denne enhed").first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Gemt(?! på)/).first()).toBeVisible();

  const check = async (question: string, option: string) => {
    const place = page.getByRole("group", { name: question });
    const radios = place.getByRole("radio");
    if ((await radios.count()) > 0) {
      await reach(page, radios.first());
      const target = place.getByRole("radio", { name: option });
      await keyboard.press("Space");
      for (let tries = 0; !(await target.isChecked()) && tries < 5; tries += 1)
        await keyboard.press("ArrowDown");
      return;
    }
    await reach(page, place.getByRole("checkbox", { name: option }));
    await keyboard.press("Space");
  };
  const go = async (name: string, next: string) => {
    await reach(page, page.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
    await expect(heading(page, next)).toBeFocused();
  };
  await check("Hvor gammel er du?", "30 eller mere");
  await go("Fortsæt", "Hvordan du flyver");
  await check("Hvad kan du lide at lave?", "Minedrift");
  await check("Hvilket skib flyver du mest?", "Jeg har ikke noget skib endnu");
  await check("Er du i en anden organisation?", "Nej");
  await go("Fortsæt", "Tid og tale");
  await page.reload();
  await expect(heading(page, "Tid og tale")).toBeVisible();
  await check("Hvilke aftener?", "Lørdag");
  await check("Har du et headset?", "Ja");
  await go("Fortsæt", "Læs det, og send");
  await audit(page, "answers before they are sent, in Danish");
  await reach(page, page.getByRole("button", { name: "Send den" }));
  await keyboard.press("Enter");
  await expect(heading(page, "Din ansøgning")).toBeVisible();
  const { admission } = await applicationOf(people, account.displayName);
  expect(admission.answers).toMatchObject({ name: "Dagny", age: "older", likes: ["mining"], ship: "none" });

  await reach(page, page.getByRole("button", { name: "Ret", exact: true }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ret dine svar" });
  await dialog.getByRole("checkbox", { name: "Søndag" }).press("Space");
  await audit(page, "correcting answers");
  await dialog.getByRole("button", { name: "Gem" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("insertion")).toHaveText("Søndag");
});
