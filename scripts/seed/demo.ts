import { hashPassword } from "../../worker/features/auth/passwords.ts";
import { defaultInviteUrl } from "../../worker/features/bots/bots.schema.ts";
import { signInNameOf } from "../../worker/features/users/sign-in-name.ts";
import { skeletonOf } from "../../worker/features/users/skeleton.ts";
import { takePlace } from "../../worker/lib/scrypt.ts";
import { encryptSecret } from "../../worker/lib/secrets.ts";
import { insertRows, openFile, type Row } from "../lib/database.ts";
import { Failure } from "../lib/failure.ts";
import type { LocalDatabase } from "../lib/local-worker.ts";
import type { Values } from "../lib/settings.ts";
import { announce, readChannels } from "./announcements.ts";
import { applicantRows } from "./applicants.ts";
import { eventRows } from "./events.ts";
import { formRows } from "./forms.ts";
import { ACCOUNTS, guildRows, joinServer, readJoined } from "./guild.ts";
import { hangarRows } from "./hangars.ts";
import { leaveRows } from "./leaves.ts";
import { requireLocal, type Whereabouts } from "./local.ts";
import { DEMO_NAME, ownRecordRows } from "./own-record.ts";
import { DEMO_MAPPINGS, DEMO_PASSWORD, DEMO_PEOPLE, type DemoUsername } from "./people.ts";
import { DEMO_PROSPECTS } from "./prospects.ts";
import { type Ids, type Replayed, replay } from "./replay.ts";
import { SECURITY_MEMBERS, SECURITY_ROLE, securityRows } from "./security-team.ts";
import { DISCORD_IDS, voiceRows } from "./voice.ts";
import { wishRows } from "./wishes.ts";

const DAY = 86_400_000;

/**
 * Seeds the demo into a database without users, whose file is below `folder`; a database that has the demo already
 * stays as it is. The database's triggers keep the totals.
 * @param emulator the address of the emulated Discord, whose server the demo accounts join
 * @throws Failure when the database is not local or holds other people
 */
export async function seedDemo(
  database: LocalDatabase,
  folder: string,
  settings: Values,
  where: Whereabouts,
  emulator: string | null,
): Promise<void> {
  requireLocal(where);
  await database.prepare("create table if not exists demo_seed (seeded_at text not null)").run();
  if (await database.prepare("select seeded_at from demo_seed").first()) return;
  if (await database.prepare("select id from users limit 1").first()) {
    throw new Failure(
      "This database already holds people, so the demo is not put into it: use --fresh or --no-demo.",
    );
  }
  if (emulator) await joinServer(emulator, SEEN_MINUTES);
  const joined = emulator ? await readJoined(emulator) : null;
  const channels = emulator ? await readChannels(emulator) : null;
  const now = new Date();
  const at = now.toISOString();
  const organizationId =
    (await database.prepare("select min(id) as id from organizations").first<number>("id")) ?? 0;
  const { results: roles } = await database
    .prepare(
      "select id, key, priority, permissions from roles where organization_id = ?1 and key is not null",
    )
    .bind(organizationId)
    .all<{ id: number; key: string; priority: number; permissions: string }>();
  const roleOf = new Map(roles.map((role) => [role.key, role]));

  const ids = new Map<DemoUsername, Ids>(
    DEMO_PEOPLE.map(({ username }, index) => [username, { user: index + 1, member: index + 1 }]),
  );
  // The one password is public, so hashing it once loses nothing.
  const passwordHash = await hashPassword(takePlace("known", "seed"), DEMO_PASSWORD);
  const people: Person[] = DEMO_PEOPLE.map((person) => ({
    username: person.username,
    displayName: person.displayName,
    email: `${person.username.replace("_", ".")}@example.org`,
    passwordHash,
    roleId: roleOf.get(person.role)?.id ?? 0,
    joinedAt: new Date(now.getTime() - person.joinedDaysAgo * DAY).toISOString(),
    leftAt: null,
    history: signInHistory(person, now),
  }));
  const replayed = DEMO_PROSPECTS.map((demo, index) => replay(demo, index + 1, { organizationId, now, ids }));
  for (const { prospect, membership } of replayed) {
    prospect["user_id"] = membership ? people.length + 1 : null;
    prospect["discord_id"] = DISCORD_IDS.get(String(prospect["display_name"])) ?? null;
    if (emulator && prospect["discord_id"]) prospect["discord_status"] = "active";
    if (membership) people.push(newMember(prospect, membership, roleOf.get("member")?.id ?? 0));
  }

  const byTime = (a: Row, b: Row) => String(a["created_at"]).localeCompare(String(b["created_at"]));
  const leaves = leaveRows(organizationId, now, ids);
  const userIds = new Map(people.map(({ displayName }, index) => [displayName, index + 1]));
  const events = eventRows(organizationId, now, userIds);
  for (const person of people)
    if (SECURITY_MEMBERS.includes(person.displayName)) person.roleId = SECURITY_ROLE;
  const ofMembers = roleOf.get("member")?.permissions ?? "[]";
  const security = securityRows(organizationId, now, ofMembers, userIds);
  const applicants = applicantRows(organizationId, now, passwordHash, replayed, userIds);
  const hangars = await hangarRows(settings, organizationId, now, userIds);
  const rows: [table: string, rows: Row[]][] = [
    security.role,
    ["users", people.map((person, index) => userRow(person, index + 1, organizationId, emulator !== null))],
    ["users", applicants.users],
    ["guild_members", emulator ? guildRows(organizationId, at) : []],
    [
      "members",
      people.map((person, index) =>
        memberRow(person, index + 1, organizationId, now, leaves.noted.get(index + 1)),
      ),
    ],
    ["leaves", leaves.rows],
    [
      "member_history",
      people.flatMap(({ history }, at) =>
        history.map((row) => ({ ...row, organization_id: organizationId, member_id: at + 1 })),
      ),
    ],
    ["prospects", replayed.map(({ prospect }) => prospect)],
    ["prospect_history", replayed.flatMap(({ history }) => history).sort(byTime)],
    ["member_days", memberDays(people, joined, organizationId, now)],
    ["discord_role_mappings", await mappingRows(settings, organizationId, roleOf)],
    ["bots", await botRows(settings, organizationId, at, emulator !== null)],
    // The demo shows an organization long after it was set up.
    ["setups", [{ organization_id: organizationId, dismissed_at: at }]],
    ...hangars,
    ...(await ownRecordRows(settings, organizationId, at, new Map(hangars).get("ships") ?? [])),
    ...events,
    ["discord_activities", voiceRows(organizationId, new Map(events).get("events") ?? [], replayed)],
    ...wishRows(organizationId, now, userIds, firstOf(events)),
    ...[...security.team, ...formRows(organizationId, now, userIds), ...applicants.tables],
  ];
  await database.batch([
    database.prepare("update organizations set name = ?1 where id = ?2").bind(DEMO_NAME, organizationId),
    ...rows.filter(([, each]) => each.length).map(([table, each]) => insertRows(database, table, each)),
  ]);
  // Loaded here because loading the product's verbs takes a while, and a demo that exists already needs none.
  const { tellContracts } = await import("./tell.ts");
  const file = openFile(folder);
  try {
    file.exec("begin immediate");
    await tellContracts(file, organizationId, now, replayed.flatMap(({ audit }) => audit).sort(byTime));
    if (channels) announce(file, organizationId, at, channels);
    file.prepare("insert into demo_seed (seeded_at) values (?)").run(at);
    file.exec("commit");
  } finally {
    file.close();
  }
}

/** The ids of the demo's events by title, of the first date where they repeat. */
const firstOf = (tables: readonly [table: string, rows: Row[]][]): Map<string, number> =>
  new Map(
    tables
      .flatMap(([table, rows]) => (table === "events" ? rows : []))
      .toReversed()
      .map(({ id, title }) => [String(title), Number(id)]),
  );

type Person = {
  username: string;
  displayName: string;
  email: string | null;
  passwordHash: string | null;
  roleId: number;
  joinedAt: string;
  leftAt: string | null;
  history: Row[];
};

const newMember = (
  prospect: Row,
  membership: NonNullable<Replayed["membership"]>,
  roleId: number,
): Person => ({
  username: String(prospect["username"]),
  displayName: String(prospect["display_name"]),
  email: prospect["email"] as string | null,
  passwordHash: null,
  roleId,
  ...membership,
});

const userRow = (person: Person, id: number, organizationId: number, isInServer: boolean): Row => ({
  id,
  organization_id: organizationId,
  username: person.username,
  sign_in_name: person.passwordHash === null ? null : signInNameOf(person.username),
  name_skeleton: person.passwordHash === null ? null : skeletonOf(person.username),
  display_name: person.displayName,
  email: person.email,
  discord_id:
    DISCORD_IDS.get(person.displayName) ?? (isInServer ? ACCOUNTS.get(person.displayName) : null) ?? null,
  password_hash: person.passwordHash,
  signed_in_at: person.passwordHash === null ? null : person.joinedAt,
  created_at: person.joinedAt,
  updated_at: person.joinedAt,
});

/** Minutes since members were last seen in Discord. */
const SEEN_MINUTES = [2, 12, 26, 3 * 60, 5 * 60, 20 * 60, 2, 100, 140, 40];

const memberRow = (
  person: Person,
  id: number,
  organizationId: number,
  now: Date,
  leaves: string | undefined,
): Row => ({
  id,
  ...seenRow(SEEN_MINUTES[id - 1], now),
  organization_id: organizationId,
  user_id: id,
  role_id: person.roleId,
  role_source: "person",
  has_signed_in: person.passwordHash === null ? 0 : 1,
  status: person.leftAt ? "inactive" : "active",
  leaves: leaves ?? null,
  joined_at: person.joinedAt,
  updated_at: person.joinedAt,
});

const seenRow = (minutes: number | undefined, now: Date): Row => ({
  in_discord: minutes === undefined ? 0 : 1,
  last_seen_at: minutes === undefined ? null : new Date(now.getTime() - minutes * 60_000).toISOString(),
});

/** Returns the history of the member of a demo account: joined, then given their role. */
function signInHistory({ title, joinedDaysAgo }: (typeof DEMO_PEOPLE)[number], now: Date): Row[] {
  const entry = (action: string, daysAgo: number, previous: string | null, value: string): Row => ({
    action,
    performed_by: DEMO_PEOPLE[0]?.displayName ?? "",
    previous_value: previous,
    new_value: value,
    created_at: new Date(now.getTime() - daysAgo * DAY).toISOString(),
  });
  const joined = entry("joined", joinedDaysAgo, null, "Member");
  return title === "Member" ? [joined] : [joined, entry("role", joinedDaysAgo - 40, "Member", title)];
}

/**
 * Returns the number of members at the end of each of the last days.
 * @param joined when the people that the first sync makes members joined; null where that is unknown: their number would
 *   look like growth, so the days are fewer than the dashboard compares with
 */
function memberDays(
  people: readonly Person[],
  joined: readonly string[] | null,
  organizationId: number,
  now: Date,
): Row[] {
  const all = [...people, ...(joined ?? []).map((joinedAt) => ({ joinedAt, leftAt: null }))];
  return Array.from({ length: joined ? 40 : 20 }, (_, index) => {
    const day = new Date(now.getTime() - (index + 1) * DAY).toISOString().slice(0, 10);
    const isMember = ({ joinedAt, leftAt }: Pick<Person, "joinedAt" | "leftAt">) =>
      joinedAt.slice(0, 10) <= day && (leftAt === null || leftAt.slice(0, 10) > day);
    return { organization_id: organizationId, day, active: all.filter(isMember).length };
  });
}

/** Maps the guild's roles by name. https://discord.com/developers/docs/resources/guild#get-guild-roles */
async function mappingRows(
  settings: Values,
  organizationId: number,
  roleOf: ReadonlyMap<string, { id: number; priority: number }>,
): Promise<Row[]> {
  const token = settings["DISCORD_BOT_TOKEN"];
  if (!token) return [];
  let guildRoles: { id: string; name: string }[];
  try {
    const address = `${settings["DISCORD_API_URL"]}/guilds/${settings["DISCORD_GUILD_ID"]}/roles`;
    const response = await fetch(address, {
      headers: { Authorization: `Bot ${token}` },
      signal: AbortSignal.timeout(3_000),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    guildRoles = (await response.json()) as typeof guildRoles;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "no answer";
    console.error(`The demo has no role mappings: Discord did not list the server's roles (${reason}).`);
    return [];
  }
  return guildRoles.flatMap(({ id, name }) => {
    const role = roleOf.get(DEMO_MAPPINGS[name] ?? "");
    if (!role) return [];
    return {
      organization_id: organizationId,
      role_id: role.id,
      discord_role_id: id,
      discord_role_name: name,
      priority: role.priority,
    };
  });
}

async function botRows(
  settings: Values,
  organizationId: number,
  at: string,
  startsByItself: boolean,
): Promise<Row[]> {
  const token = settings["DISCORD_BOT_TOKEN"];
  if (!token) return [];
  const place = { table: "bots", row: 1, column: "token" };
  const clientId = settings["DISCORD_CLIENT_ID"] ?? null;
  return [
    {
      id: place.row,
      organization_id: organizationId,
      name: "CRM Bot",
      description: "Keeps members and roles in step with the Discord server.",
      token: await encryptSecret(settings["SECRETS_KEYS"] ?? "", token, place),
      token_ending: token.slice(-4),
      client_id: clientId,
      invite_url: defaultInviteUrl(clientId),
      framework: "discord.js",
      status: "inactive",
      auto_start: startsByItself ? 1 : 0,
      is_crm_bot: 1,
      ...{ created_by: 1, created_at: at, updated_at: at },
    },
  ];
}
