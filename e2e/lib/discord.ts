import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** A person in the emulated Discord server. */
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

/** A few letters that no other name of the run has. */
export const suffix = () => randomUUID().slice(0, 6);

/** Has a new person join the Discord server, under a name of their own. */
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

/** How many people, bots apart, are in the server. */
export async function headCount(): Promise<number> {
  const members = await control<{ user: { bot?: boolean } }[]>("members");
  return members.filter(({ user }) => !user.bot).length;
}

/** On Discord's consent page: picks the person and agrees. */
export async function consent(page: Page, person: GuildPerson): Promise<void> {
  await expect(page.getByRole("heading", { name: /wants to access your Discord account/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search members" }).fill(person.username);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("radio", { name: person.name }).check();
  await page.getByRole("button", { name: "Authorize" }).click();
}

/** An application of its own in Discord, whose bot is in the server. */
export async function application(name: string): Promise<{ id: string; token: string }> {
  const id = `15${String(Date.now()).slice(-9)}${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const token = `${Buffer.from(id).toString("base64url")}.Journey.a-token-of-the-journeys-${suffix()}`;
  await control("applications", { id, name, botToken: token, inGuild: true });
  return { id, token };
}

/** Whether an application's bot is connected to Discord. */
export async function isOnline(applicationId: string): Promise<boolean> {
  const sessions = await control<{ applicationId: string; connected: boolean }[]>("gateway/sessions");
  return sessions.some((each) => each.applicationId === applicationId && each.connected);
}

/** Gives a person a status, such as online. */
export const appear = (person: GuildPerson, status: "online" | "idle" | "dnd" | "offline") =>
  control("presence", { userId: person.id, status });

/** Has a person enter a voice channel. */
export const speak = (person: GuildPerson, channel: string) =>
  control("voice/enter", { userId: person.id, channel });

/** Has a person leave their voice channel. */
export const fallSilent = (person: GuildPerson) => control("voice/leave", { userId: person.id });
