import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** Somebody in the emulated Discord server. */
export type GuildPerson = { id: string; username: string; name: string };

const address = () => process.env["E2E_DISCORD"] ?? "";

async function control<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${address()}/__control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined
      ? {}
      : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A few letters that no other name of the run has. */
export const suffix = () => randomUUID().slice(0, 6);

/** Somebody new comes to the Discord server, under a name that nobody else has. */
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
