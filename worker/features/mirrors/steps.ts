import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { events, stopMirroring } from "../events/index.ts";
import { type DiscordEvents, type Miss, STATUS, Stopped, type ThereEvent } from "./client.ts";
import { mirrorAudit, mirrorNotices } from "./mirrors.texts.ts";
import { bodyOf, linkedId, type Mirror, type Step, type Wanted } from "./plan.ts";

/** Minutes until the second try of a call that failed for one event; doubled each time, up to an hour. */
const RETRY_MINUTES = 10;
const MOST_RETRY_MINUTES = 60;

/** The results of a pass by event, which are stored at its end. */
export type Results = {
  kept: Map<number, Mirror>;
  dropped: Set<number>;
  also: Statement[];
  created: number;
  changed: number;
  deleted: number;
};

/**
 * Recognizes our events in Discord by the address of their page, where an earlier answer was lost or the database was restored.
 * Only events that the bot itself made: anybody may write our address.
 * @returns the mirrors with these events
 */
export async function adopt(
  { db, env, actor }: Context,
  calls: DiscordEvents,
  known: readonly Mirror[],
  listed: ReadonlyMap<string, ThereEvent>,
  { kept }: Results,
): Promise<Mirror[]> {
  const { organizationId } = actor;
  const mirrors = new Map(known.map((mirror) => [mirror.eventId, mirror]));
  const taken = new Set(known.map(({ discordEventId }) => discordEventId));
  const found = [...listed.values()].flatMap(({ id, creator_id, description }) => {
    const eventId = linkedId(env.APP_URL, description ?? "");
    const isKnown = eventId === null || taken.has(id) || mirrors.get(eventId)?.discordEventId;
    return isKnown ? [] : [{ eventId, id, creatorId: creator_id ?? null }];
  });
  if (found.length === 0) return [...known];
  const ownId = await calls.ownId();
  const ids = JSON.stringify(found.map(({ eventId }) => eventId));
  const rows = await db.all<{
    id: number;
  }>(sql`select events.id as id from json_each(${ids}) found
    cross join ${events} on events.id = found.value where organization_id = ${organizationId}`);
  const ours = new Set([...rows.map(({ id }) => id), ...mirrors.keys()]);
  for (const { eventId, id, creatorId } of found) {
    const isOurs = ours.has(eventId) && (creatorId === null || creatorId === ownId);
    if (!isOurs || mirrors.get(eventId)?.discordEventId) continue;
    const mirror = { eventId, organizationId, discordEventId: id, sent: null, tries: 0, nextTryAt: null };
    mirrors.set(eventId, mirror);
    kept.set(eventId, mirror);
  }
  return [...mirrors.values()];
}

/** Makes the call of a step and records its result. @throws Stopped */
export async function carryOut(
  context: Context,
  calls: DiscordEvents,
  step: Step,
  results: Results,
): Promise<void> {
  try {
    await call(context, calls, step, results);
  } catch (error) {
    // Continues with others although Discord fails at this event each time.
    if (error instanceof Stopped && error.state === "unreachable") fail(context, step, results);
    throw error;
  }
}

async function call(context: Context, calls: DiscordEvents, step: Step, results: Results): Promise<void> {
  const { kept, dropped } = results;
  if (step.do === "forget") {
    dropped.add(step.mirror.eventId);
    return;
  }
  if (step.do === "delete") {
    const answer = await calls.delete(step.id);
    if (answer === "refused") return fail(context, step, results);
    dropped.add(step.mirror.eventId);
    results.deleted += 1;
    return;
  }
  if (step.do === "look") {
    const answer = await calls.get(step.id);
    if (answer === "refused") return fail(context, step, results);
    if (isDeleted(context, step.mirror, answer)) switchOff(context, step.event, results);
    else if (answer !== "gone" && answer.status > STATUS.active) dropped.add(step.event.id);
    return;
  }
  const { organizationId } = context.actor;
  const isNew = step.do === "create";
  const answer = isNew
    ? await calls.create(bodyOf(step.sent, false))
    : await calls.change(step.id, bodyOf(step.sent, step.isActive));
  if (answer === "gone" && !isNew) return switchOff(context, step.event, results);
  if (typeof answer === "string") return fail(context, step, results);
  const { event, sent } = step;
  const at = { eventId: event.id, organizationId, discordEventId: answer.id };
  kept.set(event.id, { ...at, sent, tries: 0, nextTryAt: null });
  results[isNew ? "created" : "changed"] += 1;
}

/** Whether a user of Discord ended an event there before its time was over. */
function isDeleted({ now }: Context, { sent }: Mirror, answer: ThereEvent | Miss): boolean {
  if (typeof answer === "string" || answer.status === STATUS.canceled) return true;
  return answer.status === STATUS.completed && (sent === null || sent.endsAt > now.toISOString());
}

function fail({ actor, now }: Context, step: Step, { kept }: Results): void {
  const { organizationId } = actor;
  const eventId = step.mirror?.eventId ?? ("event" in step ? step.event.id : 0);
  const before = step.mirror ?? { eventId, organizationId, discordEventId: null, sent: null, tries: 0 };
  const minutes = Math.min(RETRY_MINUTES * 2 ** before.tries, MOST_RETRY_MINUTES);
  kept.set(eventId, { ...before, tries: before.tries + 1, nextTryAt: hoursFrom(now, minutes / 60) });
}

/** Stops showing an event that was deleted in Discord, and notifies its organizer. */
function switchOff(
  context: Context,
  { id, title, organizerId }: Wanted,
  { kept, dropped, also }: Results,
): void {
  kept.delete(id);
  dropped.add(id);
  also.push(
    stopMirroring(context, id),
    mirrorAudit.write(context, { action: "event.mirror_removed", entity: { id, name: title } }),
    ...(organizerId === null
      ? []
      : mirrorNotices.write(context, organizerId, "event.mirror_removed", { eventId: id, title })),
  );
}
