import { beforeEach, expect, it } from "vitest";
import { control, discordOf, resetDiscord } from "../../../testing/discord.ts";
import { rowCounts } from "../../../testing/inspect.ts";
import { type Caller, person, raw, rows, value } from "../../../testing/world.ts";
import { crmBot, mapFourRoles, mapRoles, mapRolesOf } from "../testing/discord.factory.ts";
import type { DiscordRole, PreviewGroup, RolePreview, RoleSyncAnswer } from "./roles.schema.ts";

type Member = { user: { id: string }; roles: string[] };

let administrator: Caller;
beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator", 1, "Ada");
  await crmBot();
});

const sync = (options: object = {}) =>
  administrator.ok<RoleSyncAnswer>("POST", "/api/discord/sync-roles/1", options);
const preview = (query = "") => administrator.ok<RolePreview>("GET", `/api/discord/role-preview/1${query}`);
const roleId = (key: string) =>
  value<number>("select id from roles where organization_id = 1 and key = ?", key);
const holders = (role: string) => control<Member[]>(`members?role=${role}`);
const change = (call: "add" | "remove", member: Member | undefined, role: string) =>
  control(`member-roles/${call}`, { userId: member?.user.id, role });
const names = (groups: readonly PreviewGroup[]) =>
  groups.map(({ isLoss, from, to, reason, count }) => [isLoss ? -count : count, from, to, reason]);

it("a preview gives a reason for every line, writes nothing, and predicts the sync", async () => {
  await mapFourRoles();
  await sync();
  const recruiters = (await holders("Recruiter")).filter(({ roles }) => roles.length === 2);
  await change("remove", recruiters[0], "Recruiter");
  const [guest, second] = (await holders("Guest")).filter(({ roles }) => roles.length === 1);
  await change("add", guest, "Officer");
  await change("add", second, "Mentor");
  await control("join", { username: "fresh.pilot", roles: ["Crew"] });
  const roles = await administrator.ok<DiscordRole[]>("GET", "/api/discord/roles/1");
  const mentor = roles.find(({ name }) => name === "Mentor");
  const mentorId = mentor?.id;
  // In the state of the last sync.
  expect(mentor?.people).toBe((await holders("Mentor")).length - 1);
  await administrator.ok("PUT", `/api/discord/role-mappings/1/${await roleId("onboarding_team")}`, {
    discordRoleIds: [],
  });
  const counts = await rowCounts();
  const before = await preview();
  expect(await rowCounts()).toEqual(counts);
  const at = await value<string>(
    "select retired_at from retired_mappings where discord_role_id = ?",
    mentorId,
  );
  expect(names(before.groups)).toEqual([
    [
      -6,
      "Onboarding Team",
      "Member",
      { kind: "unmapped", role: "Mentor", from: "Onboarding Team", by: "Ada", at },
    ],
    [-1, "Recruiter", "Member", { kind: "lost", lost: "Recruiter", still: "Crew" }],
    [1, null, "Officer", { kind: "given", given: "Officer" }],
    [1, null, "Member", { kind: "new", with: "Crew" }],
  ]);
  expect(before).toMatchObject({ people: 119, losses: 7, gains: 2, isHeld: false });
  const withRole = await value<number>(
    `select count(*) from guild_members g join users u on u.discord_id = g.discord_id join members m on m.user_id = u.id
     where g.present = 1`,
  );
  // People without a role have none to keep.
  expect([before.kept, withRole < before.people]).toEqual([withRole - before.losses, true]);
  expect(await sync()).toMatchObject({ added: 1, roleChanges: 9 });
  expect((await preview()).groups).toEqual([]);
  expect(await rows("select * from retired_mappings")).toEqual([]);
});

it("a preview counts whom other Discord roles of a role would give it, and the roles of the others", async () => {
  await mapRoles(["Officer", "officer"], ["Crew", "member"]);
  await sync();
  const counts = await rowCounts();
  const [crew, mentors] = [await holders("Crew"), await holders("Mentor")];
  const roles = await administrator.ok<DiscordRole[]>("GET", "/api/discord/roles/1");
  const idOf = (wanted: string) => roles.find(({ name }) => name === wanted)?.id;
  const ask = async (key: string, ...names: string[]) =>
    (await preview(`?role=${await roleId(key)}&discordRoles=${names.map(idOf).join()}`)).ofRole;
  const isOfficer = async ({ user }: Member) =>
    (await holders("Officer")).some((officer) => officer.user.id === user.id);
  const officers = (await Promise.all(crew.map(isOfficer))).filter(Boolean).length;
  expect(await ask("member", "Crew")).toEqual({
    gets: crew.length - officers,
    others: [{ role: "Officer", people: officers }],
  });
  // A role without a mapping stands above Member, by its own place.
  expect(await ask("recruiter", "Mentor")).toEqual({ gets: mentors.length, others: [] });
  expect(await rowCounts()).toEqual(counts);
});

it("shows the gains of a new mapping, and its losses of a role given by hand", async () => {
  await sync();
  const [first, second] = await holders("Mentor");
  await mapRoles(["Mentor", "onboarding_team"]);
  await raw.DB.prepare(
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, id, ?, 'person', 'active', '', '' from users where discord_id in (?, ?)`,
  )
    .bind(await roleId("officer"), first?.user.id, second?.user.id)
    .run();
  expect(names((await preview()).groups)).toEqual([
    [-2, "Officer", "Onboarding Team", { kind: "maps", role: "Mentor", to: "Onboarding Team" }],
    [4, null, "Onboarding Team", { kind: "maps", role: "Mentor", to: "Onboarding Team" }],
  ]);
});

it("a preview reads 10,000 members in two round trips to D1 besides the session's", async () => {
  const base = await discordOf(10000);
  await resetDiscord(base);
  await mapRolesOf(base, ["Officer", "officer"], ["Crew", "member"]);
  const settings = { DISCORD_API_URL: `${base}/api/v10` };
  const answer = await administrator.call("GET", "/api/discord/role-preview/1", { settings });
  const { gains, groups } = JSON.parse(answer.text) as RolePreview;
  expect(answer.meter).toMatchObject({ trips: 2, rowsWritten: 0 });
  expect(groups.map(({ people }) => people.length)).toEqual([200, 200]);
  expect(groups.reduce((all, { count }) => all + count, 0)).toBe(gains);
  expect(await control("requests/count?path=/api/", undefined, base)).toEqual({ count: 11 });
});
