import { expect, it } from "vitest";
import { at, raw } from "../../testing/database.ts";
import { type Caller, rows, settings } from "../../testing/world.ts";
import { fromGateway, makeBot, report } from "../bots/testing/bots.factory.ts";
import { evening, readAttendance, rowOf } from "./testing/attendance.factory.ts";

const MINUTE = 60_000;
const IDS = ["830000000000000001", "830000000000000002"] as const;
type Said = [minutes: number, type: string, who: 0 | 1 | null, details?: string];

const present = (minutes: number, ...who: (0 | 1)[]): Said[] => [
  ...who.map((each): Said => [minutes, "voice_present", each, "Bridge"]),
  [minutes, "watch", null, "present"],
];
const JOINED: Said[] = [...present(-5), [-1, "voice_join", 0, "Bridge"], [-1, "voice_join", 1, "Bridge"]];

/** A bot's reports on an event of two hours; the seen and unseen minutes, and the proposal. */
const STORIES: [
  what: string,
  reports: Said[][],
  found: [seen: number, unseen: number, proposal: string | null][],
][] = [
  [
    "a restart: who is not named then has left, somewhen meanwhile",
    [
      [...JOINED, [5, "watch", null, "lost"]],
      present(10, 0),
      [
        [118, "watch", null, "still"],
        [125, "watch", null, "lost"],
      ],
    ],
    [
      [115, 5, "yes"],
      [5, 5, "no"],
    ],
  ],
  [
    "a restart within seconds: who is there on both sides was there",
    [[...JOINED, [5, "watch", null, "lost"], ...present(5.2, 0), [125, "watch", null, "lost"]]],
    [
      [120, 0, "yes"],
      [5, 0, "no"],
    ],
  ],
  [
    "a crash of all without a word: seen until the last one",
    [[...JOINED, [20, "watch", null, "still"]], present(50, 0), [[125, "watch", null, "lost"]]],
    [
      [90, 30, "partly"],
      [20, 30, null],
    ],
  ],
  [
    "a resumed session: what was missed comes late",
    [
      [...JOINED, [30, "watch", null, "lost"]],
      [
        [40, "voice_leave", 1, "Bridge"],
        [40.5, "watch", null, "resumed"],
        [125, "watch", null, "lost"],
      ],
    ],
    [
      [110, 10, "yes"],
      [30, 10, "partly"],
    ],
  ],
  [
    "a bot that never comes back",
    [[...JOINED, [20, "watch", null, "still"]]],
    [
      [20, 100, null],
      [20, 100, null],
    ],
  ],
  [
    "a module that says nothing of its sight",
    [
      [
        [-1, "voice_join", 0, "Bridge"],
        [-1, "voice_join", 1, "Bridge"],
        [40, "voice_leave", 1, "Bridge"],
      ],
    ],
    [
      [120, 0, "yes"],
      [40, 0, "partly"],
    ],
  ],
];

it.each(STORIES)("counts only seen minutes over %s", async (_, reports, found) => {
  const { id, officer, people } = await evening(2);
  await Promise.all(IDS.map((discordId, nth) => known(people[nth as 0 | 1], discordId)));
  const botId = await makeBot({ isCrm: true });
  const [event] = await rows("select starts_at from events where id = ?", id);
  const start = Date.parse(String(event?.["starts_at"]));
  for (const items of reports)
    await fromGateway(
      "reports",
      report({
        activities: [
          {
            botId,
            items: items.map(([minutes, type, who, details = null]) => ({
              guildId: settings().DISCORD_GUILD_ID,
              discordId: who === null ? "830000000000000009" : IDS[who],
              username: "pilot",
              timestamp: new Date(start + minutes * MINUTE).toISOString(),
              ...{ type, details },
            })),
          },
        ],
      }),
    );
  const read = await readAttendance(officer, id);
  expect(
    people.slice(0, 2).map((each) => {
      const { minutes, unseenMinutes, proposal } = rowOf(read, each);
      return [minutes, unseenMinutes, proposal];
    }),
  ).toEqual(found);
});

/** Gives a user a Discord account that has a prospect as well. */
const known = ({ userId }: Caller, discordId: string) =>
  raw.DB.batch([
    raw.DB.prepare("update users set discord_id = ? where id = ?").bind(discordId, userId),
    raw.DB.prepare(
      `insert into prospects (organization_id, user_id, display_name, username, status, discord_id, discord_status,
          stage_changed_at, created_at, updated_at)
        values (1, ?, 'pilot', 'pilot', 'active', ?, 'active', ?3, ?3, ?3)`,
    ).bind(userId, discordId, at()),
  ]);

it("keeps the newest two thousand watches of an organization, whatever its bot reports", async () => {
  await raw.DB.prepare(
    `insert into voice_watches (organization_id, from_at, until_at, is_open)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      select o.id, printf('2026-01-01T00:00:00.%04dZ', i), '2026-01-02', 0 from n, (select 1 as id union select 2) o`,
  ).run();
  const botId = await makeBot({ isCrm: true });
  const base = { guildId: settings().DISCORD_GUILD_ID, discordId: IDS[0], username: "", type: "watch" };
  const items = [{ ...base, details: "present", timestamp: at() }];
  await fromGateway("reports", report({ activities: [{ botId, items }] }));
  expect(
    await rows("select count(*) as kept, min(from_at) as first from voice_watches group by organization_id"),
  ).toEqual([
    { kept: 2_000, first: "2026-01-01T00:00:00.0002Z" },
    { kept: 2_000, first: "2026-01-01T00:00:00.0001Z" },
  ]);
});
