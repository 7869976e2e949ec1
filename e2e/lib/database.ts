import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suffix } from "./discord.ts";

/** Opens the product's database beside its worker, to store past records, which the API cannot create. */
function open(): DatabaseSync {
  const files = globSync("**/*.sqlite", { cwd: process.env["E2E_FOLDER"] ?? "" });
  const file = files.find((each) => each.includes("d1") && !each.endsWith("metadata.sqlite"));
  if (!file) throw new Error("E2E_FOLDER names no folder with the product's database.");
  return new DatabaseSync(join(process.env["E2E_FOLDER"] ?? "", file), { timeout: 60_000 });
}

/** Stores, before pages are open, that a request of a route failed and another was slow. */
export function troubledRoute(route: string, requestId: string): void {
  using database = open();
  const at = new Date().toISOString();
  database
    .prepare("insert or replace into slow_routes values (?, ?, 3, 1, 4200, ?, ?)")
    .run(at.slice(0, 13), route, at, requestId);
}

type Guest = {
  userId: number;
  /** Minutes from the start at which the user joined and left voice; without them no bot saw the user. */
  voice?: readonly (readonly [from: number, to: number])[];
};

/**
 * Stores, before pages are open, an event of three hours with users who had a place; returns its id.
 * @param ago hours since its end
 */
export function pastEvent(title: string, organizerId: number, guests: readonly Guest[], ago = 1): number {
  using database = open();
  // Writes all in one go, because the worker does not wait for another process's writes.
  database.exec("begin immediate");
  const start = Date.now() - (ago + 3) * 3_600_000;
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  const { lastInsertRowid } = database
    .prepare(
      `insert into events (organization_id, title, starts_at, ends_at, time_zone, status, organizer_id, created_by, attendees,
         created_at, updated_at) values (1, ?, ?, ?, 'Europe/Copenhagen', 'planned', ?, ?, ?, ?, ?)`,
    )
    .run(title, at(0), at(180), organizerId, organizerId, guests.length, at(-60), at(-60));
  const id = Number(lastInsertRowid);
  for (const [place, { userId, voice = [] }] of guests.entries()) {
    database
      .prepare(
        `insert into event_answers (organization_id, event_id, user_id, answer, place, is_seated, source, answered_at)
         values (1, ?, ?, 'going', ?, 1, 'self', ?)`,
      )
      .run(id, userId, place + 1, at(-60));
    const discordId = `7${Number.parseInt(suffix(), 16)}`.padEnd(18, "3") + String(place);
    database.prepare("update users set discord_id = ? where id = ?").run(discordId, userId);
    for (const [from, to] of voice)
      for (const [type, minutes] of [
        ["voice_join", from],
        ["voice_leave", to],
      ] as const)
        database
          .prepare(
            `insert into discord_activities (organization_id, discord_id, username, activity_type, details, timestamp)
             values (1, ?, 'pilot', ?, 'Bridge', ?)`,
          )
          .run(discordId, type, at(minutes));
  }
  database.exec("commit");
  return id;
}
