import { at, hoursFromNow, raw } from "../../../testing/database.ts";
import { type Caller, person } from "../../../testing/world.ts";
import { answer, event } from "../../events/testing/events.factory.ts";
import type { Notice } from "../../notices/notices.schema.ts";
import type { Attendance, Presence } from "../attendance.schema.ts";

/** Inserts an event of two hours that ended `ago` hours ago, at whole minutes, and returns its id. */
export const over = (ago = 1, values: Record<string, unknown> = {}): Promise<number> =>
  event({ starts_at: hoursFromNow(-ago - 2), ends_at: hoursFromNow(-ago), ...values });

/** Stores attendance of a user at an event. */
export const noted = (eventId: number, userId: number, values: Record<string, unknown> = {}) => {
  const row = { organization_id: 1, event_id: eventId, user_id: userId, updated_at: at(), ...values };
  return raw.DB.prepare(
    `insert into event_attendance (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`,
  )
    .bind(...Object.values(row))
    .run();
};

/** The columns of a pending claim of an hour. */
export const CLAIM = { claim_minutes: 60, claim_note: "I flew along", claim_state: "open", claimed_at: at() };

let lastId = 830_000_000_000_000_000n;

/** Gives a user a Discord account, and stores its voice activities: types by minutes from an event's start. */
export async function heard(
  eventId: number,
  { userId }: Pick<Caller, "userId">,
  signs: readonly (readonly [minutes: number, type: "join" | "move" | "leave"])[],
) {
  lastId += 1n;
  const discordId = String(lastId);
  await raw.DB.batch([
    raw.DB.prepare("update users set discord_id = ? where id = ?").bind(discordId, userId),
    ...signs.map(([minutes, type]) =>
      raw.DB.prepare(
        `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
           select 1, ?1, 'pilot', ?2, strftime('%Y-%m-%dT%H:%M:%fZ', starts_at, ?3) from events where id = ?4`,
      ).bind(discordId, `voice_${type}`, `${minutes} minutes`, eventId),
    ),
  ]);
}

/** A past event of two hours, of an officer, with members who had a place. */
export async function evening(count: number, values: Record<string, unknown> = {}) {
  const officer = await person("officer");
  const id = await over(1, { organizer_id: officer.userId, created_by: officer.userId, ...values });
  const people: Caller[] = [];
  for (let place = 1; place <= count; place++) {
    const each = await person("member");
    await answer(id, each.userId, { place });
    people.push(each);
  }
  return { id, officer, people: people as [Caller, Caller, Caller] };
}

export const readAttendance = (caller: Caller, id: number) =>
  caller.ok<Attendance>("GET", `/api/events/${id}/attendance`);

export const confirm = (caller: Caller, id: number, ...people: object[]) =>
  caller.ok("PUT", `/api/events/${id}/attendance`, { people });

/** The kinds of a user's notices, the newest first. */
export const noticeKinds = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ kind }) => kind);

/** The row of a user in an answer. */
export const rowOf = ({ people }: Attendance, { userId }: Caller) =>
  people.find((each) => each.userId === userId) as Presence;
