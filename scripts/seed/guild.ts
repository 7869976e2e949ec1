import type { Row } from "../lib/database.ts";
import { emulatorSecret } from "../lib/emulator.ts";
import { DEMO_MAPPINGS, DEMO_PEOPLE } from "./people.ts";

/** The Discord accounts of the demo accounts, by display name. */
export const ACCOUNTS: ReadonlyMap<string, string> = new Map(
  DEMO_PEOPLE.map(({ displayName }, index) => [displayName, `82000000000000000${index + 1}`]),
);

const usernameOf = (displayName: string) =>
  displayName
    .toLowerCase()
    .replaceAll("æ", "ae")
    .replaceAll(/[^a-z]+/g, ".");

/** The name of the Discord role that gives a role here; the one of all members for the administrator, whom none gives it. */
const discordRoleOf = (role: string): string =>
  Object.entries(DEMO_MAPPINGS).find(([, key]) => key === role)?.[0] ?? "Crew";

/** Has the demo accounts join the emulated Discord server, so that commands can be tried as one of them. */
export async function joinServer(emulator: string): Promise<void> {
  for (const { displayName, role } of DEMO_PEOPLE) {
    const roles = [discordRoleOf(role)];
    const person = {
      id: ACCOUNTS.get(displayName),
      username: usernameOf(displayName),
      globalName: displayName,
      roles,
    };
    const response = await fetch(`${emulator}/__control/join`, {
      method: "POST",
      headers: { "X-Control-Secret": emulatorSecret },
      body: JSON.stringify(person),
    });
    if (!response.ok)
      throw new Error(`${displayName} did not join: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
  }
}

/** The rows of the demo accounts as a sync would have written them. */
export const guildRows = (organizationId: number, at: string): Row[] =>
  DEMO_PEOPLE.map(({ displayName }) => ({
    ...{ organization_id: organizationId, discord_id: ACCOUNTS.get(displayName) ?? "" },
    ...{
      username: usernameOf(displayName),
      display_name: displayName,
      roles: "[]",
      present: 1,
      updated_at: at,
    },
  }));
