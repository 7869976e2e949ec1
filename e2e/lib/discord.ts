import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export type GuildPerson = { id: string; username: string; name: string };

const address = () => process.env["E2E_DISCORD"] ?? "";

async function control<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${address()}/__control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-Control-Secret": process.env["EMULATOR_SECRET"] ?? "" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Returns a few letters that no other name of the run contains. */
export const suffix = () => randomUUID().slice(0, 6);

/** Makes a new person with a unique name join the Discord server. */
export async function join(name: string, roles: string[] = ["Recruit"]): Promise<GuildPerson> {
  const end = suffix();
  const person = {
    username: `${name.toLowerCase().replaceAll(/[^a-z]/g, "")}.${end}`,
    name: `${name} ${end}`,
  };
  const { user } = await control<{ user: { id: string } }>("join", {
    username: person.username,
    globalName: person.name,
    roles,
  });
  return { id: user.id, ...person };
}

/** Returns how many people, without bots, are in the server. */
export async function headCount(): Promise<number> {
  const members = await control<{ user: { bot?: boolean } }[]>("members");
  return members.filter(({ user }) => !user.bot).length;
}

/** Picks the person on Discord's consent page and agrees. */
export async function consent(page: Page, person: GuildPerson): Promise<void> {
  await expect(page.getByRole("heading", { name: /wants to access your Discord account/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search members" }).fill(person.username);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("radio", { name: person.name }).check();
  await page.getByRole("button", { name: "Authorize" }).click();
}

/** Creates a Discord application whose bot is in the server. */
export async function application(name: string): Promise<{ id: string; token: string }> {
  const id = `15${String(Date.now()).slice(-9)}${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const token = `${Buffer.from(id).toString("base64url")}.Journey.a-token-of-the-journeys-${suffix()}`;
  await control("applications", { id, name, botToken: token, inGuild: true });
  return { id, token };
}

export async function isOnline(applicationId: string): Promise<boolean> {
  const sessions = await control<{ applicationId: string; connected: boolean }[]>("gateway/sessions");
  return sessions.some((each) => each.applicationId === applicationId && each.connected);
}

export const appear = (person: GuildPerson, status: "online" | "idle" | "dnd" | "offline") =>
  control("presence", { userId: person.id, status });

export const speak = (person: GuildPerson, channel: string) =>
  control("voice/enter", { userId: person.id, channel });

export const fallSilent = (person: GuildPerson) => control("voice/leave", { userId: person.id });
