import type { Context } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { closesAt, type Interest, MOST_ANSWERS } from "../events/index.ts";
import { type DiscordEvents, USERS_PAGE } from "./client.ts";
import type { eventMirrorStates } from "./mirrors.table.ts";
import type { Wanted } from "./plan.ts";

/** Hours between two readings. */
const INTERVAL_HOURS = 0.5;
/** Pages of one event, as many as hold its most answers. */
const MOST_PAGES = MOST_ANSWERS / USERS_PAGE;

/** An event that Discord shows, by its id there. */
export type Live = { event: Wanted; id: string };
type LastReading = Pick<typeof eventMirrorStates.$inferSelect, "interestReadAt" | "interestReadTo">;

/** The results of a reading of interest so far, which are stored even if a later call fails. */
export class Reading {
  readonly found: Interest[] = [];

  /** The position of the next reading; null if nothing was read. */
  get next(): LastReading | null {
    const last = this.found.at(-1);
    return last ? { interestReadAt: new Date().toISOString(), interestReadTo: last.eventId } : null;
  }

  /**
   * Reads who is interested in events with open sign-ups, within the calls of the pass, from where the last reading ended. Does
   * nothing within INTERVAL_HOURS of it.
   * @throws Stopped
   */
  async read(
    { now }: Context,
    calls: DiscordEvents,
    live: readonly Live[],
    last: LastReading,
  ): Promise<void> {
    if (last.interestReadAt !== null && last.interestReadAt > hoursFrom(now, -INTERVAL_HOURS)) return;
    const open = live
      .filter(({ event }) => now.toISOString() < closesAt(event))
      .sort((a, b) => a.event.id - b.event.id);
    const isAfter = ({ event }: Live) => event.id > last.interestReadTo;
    for (const { event, id } of [...open.filter(isAfter), ...open.filter((each) => !isAfter(each))]) {
      const found = await everybody(calls, id);
      if (calls.left <= 0 && !found?.isAll) return;
      if (found) this.found.push({ eventId: event.id, ...found });
    }
  }
}

/** Reads the interested users of one event; null where it is over in Discord. */
async function everybody(calls: DiscordEvents, id: string): Promise<Omit<Interest, "eventId"> | null> {
  const people: string[] = [];
  for (let pages = 0; pages < MOST_PAGES && calls.left > 0; pages++) {
    const page = await calls.interested(id, people.at(-1) ?? "0");
    if (typeof page === "string") return null;
    people.push(...page);
    if (page.length < USERS_PAGE) return { people, isAll: true };
  }
  return { people, isAll: false };
}
