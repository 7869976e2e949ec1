import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a bot is added and its token replaced; no answer and no page ever holds a token", async ({ as }) => {
  const name = `Beacon ${suffix()}`;
  const tokens = [
    `MTAwMDAwMDAwMDAwMDAw.${suffix()}AA.first-token-0001`,
    `MTAwMDAwMDAw.${suffix()}BB.second-token-0002`,
  ];
  const [token = "", replacement = ""] = tokens;
  const page = await as(DEMO.admin);
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) bodies.push(response.text().catch(() => ""));
  });
  await page.goto("/discord-bots");
  await page.getByRole("button", { name: "Add bot" }).click();
  const form = page.getByRole("dialog", { name: "Add bot" });
  await form.getByRole("button", { name: "Add bot" }).click();
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByLabel("Name")).toHaveAccessibleDescription(/Give the bot a name/);

  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Description").fill("Lights the way.");
  await form.getByLabel("Token").fill(token);
  await form.getByLabel("Client id").fill("1234567890123456789");
  await form.getByRole("button", { name: "Add bot" }).click();
  await expect(toast(page, "Bot created")).toContainText(name);
  const card = page.getByRole("article", { name });
  await expect(card.getByRole("img", { name: "Token ending in 0001" })).toBeVisible();
  await expect(card.getByText("Offline")).toBeVisible();
  await expect(card.getByRole("link", { name: /Invite to server/ })).toHaveAttribute(
    "href",
    /client_id=1234567890123456789.*permissions=2147483648|permissions=2147483648.*client_id=1234567890123456789/,
  );

  await card.getByRole("button", { name: `Replace token: ${name}` }).click();
  const question = page.getByRole("dialog", { name: "Replace token" });
  await expect(question).toContainText("the token ending in 0001");
  await question.getByLabel("New token").fill("too short");
  await question.getByRole("button", { name: "Replace token" }).click();
  await expect(question.getByLabel("New token")).toHaveAccessibleDescription(
    /does not look like a bot token/,
  );
  await question.getByLabel("New token").fill(replacement);
  await question.getByRole("button", { name: "Replace token" }).click();
  await expect(toast(page, "Token updated")).toContainText(name);
  await expect(card.getByRole("img", { name: "Token ending in 0002" })).toBeVisible();

  await page.reload();
  await expect(card.getByRole("img", { name: "Token ending in 0002" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Discord" }).getByRole("link", { name })).toBeVisible();
  const everything = [await page.content(), ...(await Promise.all(bodies))].join("\n");
  for (const secret of tokens) expect(everything.includes(secret), "a token left the server").toBe(false);
});

test("an officer looks at the bots and changes none", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.goto("/discord-bots");
  await expect(page.getByRole("article", { name: "CRM Bot" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add bot" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Replace token/ })).toHaveCount(0);
});
