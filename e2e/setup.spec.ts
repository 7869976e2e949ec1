import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { type Account, People } from "./lib/people.ts";
import { type Product, startProduct } from "./lib/product.ts";
import { expect, test } from "./lib/test.ts";

const KAREN: Account = { username: "karen", displayName: "Karen Lund", password: "seven-quiet-lamps" };
const WIDE = WIDTHS[0];
const PHONE = WIDTHS[1];

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ isDemo: false });
});
test.afterAll(() => product.end());

/** Makes the first administrator as a technician does, on the command line. */
async function createAdministrator({ username, displayName, password }: Account): Promise<void> {
  const script = fileURLToPath(new URL("../scripts/run.mjs", import.meta.url));
  const names = ["--username", username, "--display-name", displayName, "--password-stdin"];
  const child = spawn(process.execPath, [script, "admin-create", ...names], {
    stdio: ["pipe", "ignore", "inherit"],
    env: { ...process.env, DATA_DIR: product.folder, VARS_FILE: `${product.folder}/no.vars` },
  });
  child.stdin.end(`${password}\n`);
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, "making the first administrator").toBe(0);
}

/** Makes a control call to the product's emulated Discord. */
const discord = (path: string, body: object) =>
  fetch(`${product.discord}/__control/${path}`, {
    method: "POST",
    headers: { "X-Control-Secret": product.secret },
    body: JSON.stringify(body),
  });

const panel = (page: Page) => page.getByRole("region", { name: /^(Set up|Sæt) / });
const current = (page: Page) => panel(page).locator("[aria-current=step]");
const open = (page: Page, title: string) =>
  expect(current(page).getByRole("heading", { name: title })).toBeVisible();
const held = (page: Page, count: number) =>
  expect(panel(page).getByRole("status")).toHaveText(`${count} of 6`);

test("a fresh organization is set up step by step, each measured, until the list can be dismissed", async ({
  browser,
  watch,
}) => {
  await createAdministrator(KAREN);
  const people = new People(product.address);
  const call = <Answer>(method: "GET" | "POST" | "PUT" | "PATCH", path: string, data?: unknown) =>
    people.call<Answer>(KAREN, method, path, data);
  const context = await browser.newContext({ baseURL: product.address, viewport: WIDE });
  watch.follow(context);
  await context.addCookies(await people.cookies(KAREN));
  const page = await context.newPage();
  await page.goto("/dashboard");

  await open(page, "Connect the CRM bot");
  await held(page, 0);
  await expect(page.locator("main .btn.primary")).toHaveCount(1);
  await current(page).getByRole("link", { name: "Add the bot" }).click();
  await page.getByRole("button", { name: "Create bot" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create bot" });
  await dialog.getByLabel("Name").fill("CRM bot");
  // The token of the emulated Discord's bot, as `npm start` prints it.
  await dialog.getByLabel("Token").fill(product.botToken);
  await dialog.getByRole("button", { name: "Create bot" }).click();
  await expect(toast(page, "Bot created")).toBeVisible();
  await page.goto("/dashboard");
  const ask = current(page).getByRole("button", { name: "Ask Discord" });
  await reach(page, ask);
  await page.keyboard.press("Enter");
  await open(page, "Map the Discord roles");
  await expect(current(page), "the next step has the focus").toBeFocused();
  await expect(panel(page).getByText(/^\d+ people and \d+ roles/)).toBeVisible();
  await held(page, 1);

  const { roles } = await call<{ roles: { id: number; key: string | null }[] }>(
    "GET",
    "/api/discord/role-sync/1",
  );
  const there = await call<{ id: string; name: string }[]>("GET", "/api/discord/roles/1");
  for (const [name, key] of [
    ["Officer", "officer"],
    ["Crew", "member"],
  ])
    await call("PUT", `/api/discord/role-mappings/1/${roles.find((role) => role.key === key)?.id}`, {
      discordRoleIds: [there.find((role) => role.name === name)?.id],
      givesInDiscord: [],
    });
  await open(page, "Read in the members");
  await expect(panel(page).getByText("@Officer, @Crew")).toBeVisible();

  await discord("fail", { path: "/guilds", mode: "status", status: 401 });
  await call("POST", "/api/setup/1/trial");
  await open(page, "Connect the CRM bot");
  await expect(current(page)).toContainText("Discord refuses the bot's token.");
  await held(page, 1);
  await audit(page, "a lost bot", [WIDE]);
  // Discord answers again once the button is pressed: the measurement of each minute would find it out before.
  await page.route("**/api/setup/*/trial", async (route) => {
    await discord("failures/clear", {});
    await route.continue();
  });
  await current(page).getByRole("button", { name: "Ask again" }).click();
  await open(page, "Read in the members");

  const figures = current(page).locator("dl");
  await expect(figures.getByText("new prospects")).toBeVisible();
  await expect(page.locator("main .btn.primary")).toHaveText(["Sync Discord"]);
  await audit(page, "the set-up");
  await call("PATCH", "/api/user/language", { language: "da" });
  await page.setViewportSize(PHONE);
  await page.reload();
  await open(page, "Læs medlemmerne ind");
  await audit(page, "the set-up in Danish", [PHONE]);
  await call("PATCH", "/api/user/language", { language: "en" });
  await page.setViewportSize(WIDE);
  await page.reload();
  await current(page).getByRole("button", { name: "Sync Discord" }).click();
  await open(page, "Get a second administrator");
  await held(page, 3);

  await call("POST", "/api/register", {
    ...KAREN,
    username: "lars",
    displayName: "Lars",
    role: "administrator",
  });
  await open(page, "Choose where news goes");
  const [channel] = (
    await call<{ id: string; lacks: null }[]>("GET", "/api/announcements/1/channels")
  ).filter(({ lacks }) => lacks === null);
  await call("PUT", "/api/announcements/1", { kind: "event.created", channelId: channel?.id });
  await open(page, "Keep a first backup");
  await call("GET", "/api/backup/export");
  await expect(page.getByText(/ is set up\.$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "CRM", exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText(/ is set up\.$/)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("region", { name: "Urgent deadlines" })).toBeVisible();
  await expect(page.getByText(/ is set up\.$/)).toBeHidden();
  await context.close();
});
