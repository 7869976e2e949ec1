import { expect, it } from "vitest";
import { givePassword, PASSWORD } from "../features/auth/testing/auth.cases.ts";
import { STAGE_NAMES } from "../features/prospects/pipeline.schema.ts";
import { at, nextNumber } from "./database.ts";
import { GUILD, INTERACTIONS, inDiscord, signed } from "./discord-user.ts";
import { type Deed, type FarFigures, measureFar } from "./far.ts";
import { fill } from "./fill.ts";
import { type Caller, person, prospect, raw, value } from "./world.ts";

/** Milliseconds of a round trip between the user and the database: the same city, another coast, the other side. */
const DELAYS = [5, 80, 200];
/** Rows in each table that grows. */
const ROWS = 100;

/** A slash command as Discord sends it. */
const command = (name: string, discordId: string) => async () => {
  const id = `1300000000000${String(nextNumber()).padStart(6, "0")}`;
  const user = { id: discordId, username: "bench", global_name: null };
  return JSON.stringify({
    ...{ id, application_id: String(raw["DISCORD_CLIENT_ID"]), token: `token-${id}`, version: 1 },
    ...{ guild_id: GUILD, channel_id: "1300000000000000001", member: { user, roles: [] }, locale: "en-GB" },
    ...{ authorizing_integration_owners: { 0: GUILD }, context: 0, entitlements: [] },
    ...{ type: 2, data: { id: "1", name, type: 1, options: [] } },
  });
};

/** What users do most. The requests of pages are those of `web/features/dashboard` and `web/features/prospects`. */
async function deedsOf(administrator: Caller): Promise<Deed[]> {
  const { token, userId, memberId } = administrator;
  const read = (path: string) => ({ path, token });
  const list = (query: string) => read(`/api/prospects/1?${query}`);
  const mine = await prospect({ status: "onboarding", assigned_to: memberId });
  const username = await value<string>("select username from users where id = ?", userId);
  const pilot = await inDiscord(administrator);
  const notes = async () => {
    const version = await value<number>("select version from prospects where id = ?", mine);
    return JSON.stringify({ notes: `Flew at ${at()}, ${nextNumber()}`, version });
  };
  const dashboard = [
    "/api/user",
    "/api/user/needs",
    "/api/dashboard/stats/1",
    "/api/activities/1",
    "/api/user/stats",
    "/api/prospects/1?urgent=1",
    "/api/members/1/assignable",
    "/api/prospects/1/team",
    "/api/discord-bots/1",
    "/api/events/1?limit=12",
    "/api/setup/1",
  ];
  const batch = new URLSearchParams(dashboard.map((path) => ["path", path]));
  return [
    {
      name: "sign in with a password",
      steps: [
        [
          {
            method: "POST",
            path: "/api/login",
            body: async () => JSON.stringify({ username, password: PASSWORD }),
          },
        ],
      ],
    },
    { name: "first page: the dashboard", steps: [[read(`/api/batch?${batch}`)]] },
    {
      name: "another page: the pipeline",
      steps: [
        [
          read("/api/prospects/1/counts?assignedTo=me"),
          read("/api/members/1/assignable"),
          read("/api/prospects/1/team"),
          read("/api/discord/sync-status/1"),
          ...STAGE_NAMES.map((stage) => list(`assignedTo=me&stage=${stage}&limit=20`)),
        ],
      ],
    },
    {
      name: "edit a prospect's notes",
      steps: [[{ method: "PATCH", path: `/api/prospects/${mine}/notes`, token, body: notes }]],
    },
    {
      name: "/events in Discord",
      steps: [[{ method: "POST", path: INTERACTIONS, body: command("events", pilot.id), headers: signed }]],
    },
  ];
}

it("measures how long users wait for a database that is far away, for scripts/bench/far.ts", async ({
  task,
}) => {
  const administrator = await person("administrator");
  await fill(ROWS, [administrator.memberId]);
  // `fill` makes hours without a measurement, which no deployment has.
  await raw.DB.prepare("delete from health_hours").run();
  await givePassword(administrator);
  const far: FarFigures[] = [];
  for (const deed of await deedsOf(administrator)) far.push(await measureFar(deed, DELAYS));
  Object.assign(task.meta, { far: { delays: DELAYS, figures: far } });
  expect(far.every(({ chain }) => chain > 0)).toBe(true);
});
