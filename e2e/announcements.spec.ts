import { audit, WIDTHS } from "./lib/audit.ts";
import { Chat } from "./lib/chat.ts";
import { toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const PHONE = WIDTHS[1];

/** The member's account in the Discord server. */
const JONAS = { id: "820000000000000006" };
const ANSWERS = {
  ...{ experience: "Three years", shipType: "Cutlass Black", availability: "Evenings", firstName: "Jonas" },
  ...{ lastName: "Kjær", discordUsername: "jonas", timezone: "Europe/Copenhagen", backgroundCheck: true },
  termsAccepted: true,
};

test("a contract appears in the channel that an administrator chose, a member applies by its button, and the card follows", async ({
  page,
  as,
  people,
  baseURL,
}) => {
  const admin = await as(DEMO.admin);
  await admin.goto("/admin?tab=discord");
  const panel = admin.getByRole("region", { name: "Announcements in Discord" });
  const channel = panel.getByRole("combobox", { name: "A contract is posted", exact: true });
  await channel.fill("recruitment");
  // Discord says which channels there are.
  await expect(admin.getByRole("option", { name: "#recruitment" })).toBeVisible();
  await channel.press("Enter");
  await expect(toast(admin, "Saved")).toBeVisible();
  await expect(channel).toHaveValue("#recruitment");
  await panel.getByRole("button", { name: "Send a test of “A contract is posted”" }).click();
  await expect(toast(admin, "Test posted")).toContainText("#recruitment");
  await channel.scrollIntoViewIfNeeded();

  const post = async (title: string) =>
    people.call<{ id: number }>(DEMO.officer, "POST", "/api/contracts", {
      ...{ title, amount: 45_000, type: "security", riskLevel: "high", status: "posted" },
    });
  const end = Date.now() % 100_000;
  const other = await post(`Patrol ${end}`);
  await people.call(DEMO.member, "POST", "/api/contract-applications", { ...ANSWERS, contractId: other.id });
  const title = `Escort ${end}`;
  const { id } = await post(title);

  const chat = new Chat(page);
  await chat.open(await Chat.address(baseURL), JONAS, { channel: "recruitment" });
  await expect(chat.message("Test: announcements of this kind are posted here.")).toBeVisible();
  const card = chat.message(title);
  await expect(card).toContainText("Security, high risk, posted by Freja Ravn");
  await card.getByRole("button", { name: "Apply" }).click();
  await chat.modal.getByLabel("Availability").fill("Every evening");
  await chat.modal.getByRole("checkbox").check();
  await chat.modal.getByRole("button", { name: "Submit" }).click();
  const answer = chat.message("You have applied.");
  await expect(answer).toContainText("Only you can see this");
  const posted = page.getByRole("article").filter({ hasText: title }).first();
  await expect(posted).toContainText("1 applied");

  const [application] = await people.call<{ id: number; version: number }[]>(
    DEMO.officer,
    "GET",
    `/api/contract-applications/1?contractId=${id}`,
  );
  await people.call(DEMO.officer, "PATCH", `/api/contract-applications/${application?.id}/accept`, {
    version: application?.version,
  });
  await expect(posted).toContainText("Accepted: assigned to Jonas Kjær");
  await expect(posted).toContainText("(edited)");
  await expect(posted.getByRole("button", { name: "Apply" })).toBeDisabled();
  await audit(page, "announcements in the chat of the emulated Discord");
});

test("an administrator chooses channels on a phone, in Danish and by the keyboard, and ends an announcement", async ({
  as,
  people,
}) => {
  const reader = await people.hire("Dagny Dansk", "administrator");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(PHONE);
  const channels = Promise.withResolvers<void>();
  await page.route("**/api/announcements/*/channels", async (route) => {
    await channels.promise;
    await route.continue();
  });
  await page.goto("/admin?tab=discord");
  const panel = page.getByRole("region", { name: "Meddelelser i Discord" });
  const channel = panel.getByRole("combobox", { name: "En kontrakt er betalt", exact: true });
  await channel.focus();
  await page.keyboard.type("operations");
  await page.keyboard.press("Enter");
  await expect(channel, "Enter before the channels are there").toHaveValue("operations");
  channels.resolve();
  await expect(panel.getByRole("option", { name: "operations" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Gemt")).toBeVisible();
  const language = panel.getByRole("combobox", { name: "Skrives på" });
  for (const each of ["da", "en"]) {
    await language.selectOption(each);
    await expect(language).toHaveValue(each);
  }
  await channel.scrollIntoViewIfNeeded();
  await audit(page, "announcements in Danish", [PHONE]);
  await channel.fill("");
  await expect(panel.getByRole("button", { name: "Send en test af “En kontrakt er betalt”" })).toBeHidden();
  await expect(channel).toHaveValue("");
});
