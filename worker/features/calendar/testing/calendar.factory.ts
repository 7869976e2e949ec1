import ICAL from "ical.js";
import { at, raw } from "../../../testing/database.ts";
import { type Answer, type Caller, nobody } from "../../../testing/world.ts";
import { hashToken, newToken } from "../../sessions/index.ts";

/** Gives a user a calendar address, replacing an earlier one; returns its path with a token. */
export async function feedOf({ userId }: Pick<Caller, "userId">): Promise<string> {
  const token = newToken();
  await raw.DB.prepare(
    `insert or replace into calendar_feeds (user_id, organization_id, token_hash, created_at)
     select id, organization_id, ?, ? from users where id = ?`,
  )
    .bind(hashToken(token), at(), userId)
    .run();
  return `/api/calendar.ics?token=${token}`;
}

/** An event as a calendar app reads it. */
export type Shown = {
  uid: string;
  title: string;
  text: string;
  place: string | null;
  start: string;
  end: string;
  status: string;
  sequence: number;
  url: string;
};

/** Parses a calendar with an independent parser. */
export function parse(calendar: string): { name: unknown; events: Shown[] } {
  const whole = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  const events = whole.getAllSubcomponents("vevent").map((component): Shown => {
    const read = (name: string) => component.getFirstPropertyValue(name);
    const time = (name: string) => (read(name) as ICAL.Time).toJSDate().toISOString();
    return {
      uid: String(read("uid")),
      title: String(read("summary")),
      text: String(read("description")),
      place: read("location") === null ? null : String(read("location")),
      start: time("dtstart"),
      end: time("dtend"),
      status: String(read("status")),
      sequence: Number(read("sequence")),
      url: String(read("url")),
    };
  });
  return { name: whole.getFirstPropertyValue("x-wr-calname"), events };
}

/** Requests a calendar like a calendar app: without a session. */
export const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  nobody.call("GET", path, { headers });

/** The events of a calendar address. @throws Error for an answer other than a calendar */
export async function readEvents(path: string): Promise<Shown[]> {
  const { status, text } = await ask(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return parse(text).events;
}
