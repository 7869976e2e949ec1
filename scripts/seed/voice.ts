import type { Row } from "../lib/database.ts";
import { ANDERS, CHLOE, DANIEL, JEPPE } from "./names.ts";
import type { Replayed } from "./replay.ts";

/** Members whom bots see: those with a prospect, whose activities are kept. By name, with a made-up Discord account. */
export const DISCORD_IDS: ReadonlyMap<string, string> = new Map(
  [ANDERS, CHLOE, JEPPE, DANIEL].map((name, at) => [name, String(810_000_000_000_000_001n + BigInt(at))]),
);

type Stays = readonly (readonly [from: number, to: number])[];

/** When members were in voice at events that are over, by title: in minutes from the start. */
const STAYS: Readonly<Record<string, Readonly<Record<string, Stays>>>> = {
  "Ore run with the newcomers": {
    [ANDERS]: [[-8, 153]],
    [CHLOE]: [
      [0, 42],
      [61, 97],
      [109, 150],
    ],
    [JEPPE]: [[3, 10]],
    [DANIEL]: [[48, 151]],
  },
  "Refuelling at sea: Starfarer practice": {
    [ANDERS]: [[-2, 66]],
    [CHLOE]: [[25, 122]],
    [JEPPE]: [[-5, 121]],
  },
};

/** The voice activities of bots at the demo's events, as their reports are stored. */
export const voiceRows = (
  organizationId: number,
  events: readonly Row[],
  people: readonly Pick<Replayed, "prospect">[],
): Row[] =>
  events.flatMap(({ title, starts_at: startsAt }) =>
    people.flatMap(({ prospect: { display_name: name, username } }) =>
      (STAYS[String(title)]?.[String(name)] ?? []).flatMap((stay) =>
        (["voice_join", "voice_leave"] as const).map((type, end) => ({
          ...{ organization_id: organizationId, discord_id: DISCORD_IDS.get(String(name)) ?? null },
          ...{ username: username ?? null, activity_type: type, details: "Bridge 1" },
          timestamp: new Date(Date.parse(String(startsAt)) + (stay[end] ?? 0) * 60_000).toISOString(),
        })),
      ),
    ),
  );
