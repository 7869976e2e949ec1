import type { Row } from "../lib/database.ts";
import { emulatorSecret } from "../lib/emulator.ts";
import { DEMO_MAPPINGS, DEMO_PEOPLE } from "./people.ts";
import { DEMO_PROSPECTS } from "./prospects.ts";
import { SECURITY_MEMBERS } from "./security-team.ts";
import { DISCORD_IDS } from "./voice.ts";

/** The Discord accounts of the demo accounts, by display name. */
export const ACCOUNTS: ReadonlyMap<string, string> = new Map(
  DEMO_PEOPLE.map(({ displayName }, index) => [displayName, `82000000000000000${index + 1}`]),
);

const usernameOf = (displayName: string) =>
  displayName
    .toLowerCase()
    .replaceAll("æ", "ae")
    .replaceAll(/[^a-z]+/g, ".");

/** Returns the Discord role that gives a role here; that of all members for the administrator, whose role no Discord role gives. */
const discordRoleOf = (role: string): string =>
  Object.entries(DEMO_MAPPINGS).find(([, key]) => key === role)?.[0] ?? "Crew";

type Joining = { id: string; username: string; globalName: string; roles: string[] };

/** The demo accounts, and the members whom bots have seen, as they are in the emulated Discord server. */
const PEOPLE: readonly Joining[] = [
  ...DEMO_PEOPLE.map(({ displayName, role }) => ({
    id: ACCOUNTS.get(displayName) ?? "",
    username: usernameOf(displayName),
    globalName: displayName,
    roles: [discordRoleOf(role)],
  })),
  ...DEMO_PROSPECTS.flatMap(({ displayName, username }) => {
    const id = DISCORD_IDS.get(displayName);
    // A sync would take the role of the security team, which was given here, from who holds a Discord role that gives another.
    const roles = SECURITY_MEMBERS.includes(displayName) ? [] : ["Crew"];
    return id ? [{ id, username, globalName: displayName, roles }] : [];
  }),
];

/** Minutes for which a member who was seen in Discord counts as present. */
const PRESENT_MINUTES = 30;

async function control<Answer>(emulator: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${emulator}/__control/${path}`, {
    headers: { "X-Control-Secret": emulatorSecret },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`The emulated Discord: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/**
 * Has the demo's people join the emulated Discord server, so that commands can be tried as one of them.
 * @param seenMinutes minutes since each of them was last seen there
 */
export async function joinServer(emulator: string, seenMinutes: readonly number[]): Promise<void> {
  for (const [at, person] of PEOPLE.entries()) {
    await control(emulator, "join", person);
    if ((seenMinutes[at] ?? PRESENT_MINUTES) < PRESENT_MINUTES)
      await control(emulator, "presence", { userId: person.id, status: "online" });
  }
}

/** When the members whom the first sync adds joined the server. */
export async function readJoined(emulator: string): Promise<string[]> {
  const joined = new Map<string, string>();
  for (const role of Object.keys(DEMO_MAPPINGS)) {
    const path = `members?role=${encodeURIComponent(role)}`;
    const found = await control<{ user: { id: string }; joined_at: string }[]>(emulator, path);
    for (const { user, joined_at: at } of found) joined.set(user.id, at);
  }
  for (const { id } of PEOPLE) joined.delete(id);
  return [...joined.values()];
}

/** The rows of the demo's people as a sync would have written them. */
export const guildRows = (organizationId: number, at: string): Row[] =>
  PEOPLE.map(({ id, username, globalName }) => ({
    ...{ organization_id: organizationId, discord_id: id, username, display_name: globalName },
    ...{ roles: "[]", present: 1, updated_at: at },
  }));
