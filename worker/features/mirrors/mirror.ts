import { and, eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, MemberContext, SystemContext } from "../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { openBotToken, selectCrmBot } from "../bots/index.ts";
import { readOwnPermissions } from "../discord/index.ts";
import { answersOfInterest } from "../events/index.ts";
import { DiscordEvents, Stopped } from "./client.ts";
import { type Live, Reading } from "./interest.ts";
import type { MirrorState } from "./mirrors.schema.ts";
import { eventMirrors } from "./mirrors.table.ts";
import { mirrorAudit } from "./mirrors.texts.ts";
import { type Mirror, planSteps, selectWanted, type Wanted } from "./plan.ts";
import { changeState, endTurn, type StateRow, selectState, takeTurn } from "./state.ts";
import { adopt, carryOut, type Results } from "./steps.ts";

/** https://docs.discord.com/developers/topics/permissions: ADMINISTRATOR; CREATE_EVENTS and MANAGE_EVENTS. */
const ADMINISTRATOR = 1n << 3n;
const NEEDED = (1n << 44n) | (1n << 33n);
/** Errors when Discord refuses the bot. */
const NOT_LET_IN = ["sync_discord_unauthorized", "sync_discord_forbidden", "sync_guild_not_found"];
/** Turns in a row of one process, where others had work meanwhile. */
const MOST_TURNS = 3;
/** Seconds after a failure without calls to Discord. */
const PAUSE_SECONDS = 60;

type Mirrored = {
  state: MirrorState;
  created: number;
  changed: number;
  deleted: number;
  /** Answers that were added from Discord, and that were removed there. */
  added: number;
  removed: number;
};

const selectMirrors = (db: Db, organizationId: number) =>
  db.select().from(eventMirrors).where(eq(eventMirrors.organizationId, organizationId));

/** Runs after a user's request: updates Discord where an event that is or should be shown there changed. */
export async function mirrorAfterWrite(
  context: MemberContext,
  revisions: Readonly<Record<string, number>>,
): Promise<void> {
  if (revisions["event_mirroring"] === undefined) return;
  const { db, env, actor } = context;
  const { organizationId } = actor;
  const now = new Date();
  const [wanted, mirrors, [row], [bot]] = await readBatch(db, [
    selectWanted(db, organizationId, now),
    selectMirrors(db, organizationId),
    selectState(db, organizationId),
    selectCrmBot(db, organizationId),
  ]);
  if (!bot?.token && row?.state === "no_bot") return;
  const steps = planSteps(env.APP_URL, now, wanted, mirrors, null);
  // Changes that Discord makes by itself can wait for the hourly run, as can those without room in a full server.
  const isDue = steps.some((step) =>
    step.do === "forget"
      ? step.mirror.discordEventId === null
      : step.do !== "create" || row?.state !== "full",
  );
  if (isDue) await mirrorEvents(context, organizationId);
}

/** The hourly job. It also reads interest, and retries failures. */
export async function mirrorByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const done = await mirrorEvents(context, organizationId, true);
  if (done === null) return { outcome: "skipped" };
  const { state, ...counts } = done;
  if (state === "ready") return { outcome: "done", counts };
  const outcome = state === "no_bot" ? "skipped" : "failed";
  return { outcome, error: `mirror_${state}`, counts };
}

/**
 * Makes Discord show the selected events, and no others of ours; one process for each organization at a time. Never throws for
 * errors of Discord.
 * @param isByJob also reads interest, and checks whether Discord accepts events
 * @returns null while another process works, or Discord demands a wait
 */
async function mirrorEvents(
  context: SystemContext,
  organizationId: number,
  isByJob = false,
): Promise<Mirrored | null> {
  const actor = actorWithoutSession("job", organizationId, "Discord events");
  let done: Mirrored | null = null;
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const row = await takeTurn(context, organizationId);
    if (row === null) break;
    const turn = await pass({ ...context, actor, now: new Date() }, row, isByJob).catch(async (error) => {
      await endTurn(context.db, row);
      throw error;
    });
    done = turn.done;
    if (!turn.isAskedAgain) break;
  }
  return done;
}

async function pass(context: Context, row: StateRow, isByJob: boolean) {
  const { db, env, actor, now } = context;
  const { organizationId } = actor;
  // Ignores mirrors in another server.
  if (row.guildId !== env.DISCORD_GUILD_ID)
    await db.delete(eventMirrors).where(eq(eventMirrors.organizationId, organizationId));
  const [wanted, known, [bot]] = await readBatch(db, [
    selectWanted(db, organizationId, now),
    selectMirrors(db, organizationId),
    selectCrmBot(db, organizationId),
  ]);
  const results: Results = {
    kept: new Map(),
    dropped: new Set(),
    also: [],
    created: 0,
    changed: 0,
    deleted: 0,
  };
  const reading = new Reading();
  const token = await openBotToken(env, bot);
  const work = async (): Promise<Stopped | null> => {
    if (token === null) return new Stopped("no_bot");
    const calls = new DiscordEvents(env, token);
    try {
      const live = await follow(context, calls, wanted, known, results);
      if (isByJob) await reading.read(context, calls, live, row);
      return null;
    } catch (error) {
      if (error instanceof Stopped) return error;
      throw error;
    }
  };
  const stopped = await work();
  const state = stopped ? (stopped.state ?? row.state) : await proven(context, token, row, results, isByJob);
  const answers = await answersOfInterest(context, reading.found);
  const { added, removed } = answers;
  const waiting = wanted.filter(({ id }) => !(results.kept.get(id)?.discordEventId ?? idOf(known, id)));
  const changed = changeState(context, row, state, wanted.length + known.length > 0 ? waiting : null);
  const isFault = stopped?.state === "unreachable" || stopped?.state === "no_permission";
  const waitSeconds = stopped?.waitSeconds || (isFault ? PAUSE_SECONDS : 0);
  const end = endTurn(db, row, {
    ...changed.set,
    ...reading.next,
    guildId: env.DISCORD_GUILD_ID,
    retryAt: waitSeconds ? hoursFrom(new Date(), waitSeconds / 3600) : null,
  });
  const written = await write(db, [
    ...storeMirrors(context, results),
    ...results.also,
    ...answers.statements,
    ...(added + removed > 0
      ? [mirrorAudit.write(context, { action: "event.interest_read", details: { added, removed } })]
      : []),
    ...changed.notices,
    end,
  ]);
  const [ended] = written.at(-1) as { isAskedAgain: boolean }[];
  const { created, changed: edited, deleted } = results;
  return {
    done: { state, created, changed: edited, deleted, added, removed },
    // While Discord does not answer, a new request would not be answered either.
    isAskedAgain: ended?.isAskedAgain === true && stopped === null,
  };
}

const idOf = (mirrors: readonly Mirror[], eventId: number) =>
  mirrors.find((mirror) => mirror.eventId === eventId)?.discordEventId ?? null;

/** Updates Discord within the calls of a pass. @returns the events that Discord shows */
async function follow(
  context: Context,
  calls: DiscordEvents,
  wanted: readonly Wanted[],
  known: readonly Mirror[],
  results: Results,
): Promise<Live[]> {
  if (wanted.length + known.length === 0) return [];
  const { db, env, actor, now } = context;
  const { organizationId } = actor;
  const listed = new Map((await calls.list()).map((there) => [there.id, there]));
  const mirrors = await adopt(context, calls, known, listed, results);
  const steps = planSteps(env.APP_URL, now, wanted, mirrors, listed);
  const begun = steps.flatMap((step) => (step.do === "create" && !step.mirror ? [step.event.id] : []));
  // Stored before anything is created, so that an event deleted here meanwhile is still known to exist there.
  if (begun.length > 0)
    await db.run(sql`insert or ignore into ${eventMirrors} (event_id, organization_id)
      select value, ${organizationId} from json_each(${JSON.stringify(begun)})`);
  for (const step of steps) {
    if (calls.left <= 0) break;
    await carryOut(context, calls, step, results);
  }
  return wanted.flatMap((event) => {
    const id = idOf(mirrors, event.id);
    return id !== null && listed.has(id) ? [{ event, id }] : [];
  });
}

/** The state after a pass without a failure, requested from Discord if no call has shown it. */
async function proven(
  { env }: Context,
  token: string | null,
  { state }: StateRow,
  { created, changed, deleted }: Results,
  isByJob: boolean,
): Promise<MirrorState> {
  if (token === null) return "no_bot";
  if (created + changed + deleted > 0) return "ready";
  if (state === "ready" && !isByJob) return "ready";
  try {
    const permissions = await readOwnPermissions(env, token);
    const isEnough = (permissions & ADMINISTRATOR) !== 0n || (permissions & NEEDED) === NEEDED;
    return isEnough ? "ready" : "no_permission";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return NOT_LET_IN.includes(error.code) ? "no_permission" : state;
  }
}

/** The statements that store the known state of events in Discord. */
function storeMirrors({ db, actor }: Context, { kept, dropped }: Results): Statement[] {
  const { organizationId } = actor;
  return [
    ...(kept.size > 0
      ? [
          db.run(sql`insert into ${eventMirrors} (event_id, organization_id, discord_event_id, sent, tries, next_try_at)
            select value ->> 'eventId', ${organizationId}, value ->> 'discordEventId', value -> 'sent', value ->> 'tries',
              value ->> 'nextTryAt' from json_each(${JSON.stringify([...kept.values()])}) where true
            on conflict (event_id) do update set discord_event_id = excluded.discord_event_id, sent = excluded.sent,
              tries = excluded.tries, next_try_at = excluded.next_try_at`),
        ]
      : []),
    ...(dropped.size > 0
      ? [
          db
            .delete(eventMirrors)
            .where(
              and(
                eq(eventMirrors.organizationId, organizationId),
                sql`event_id in ${jsonList([...dropped])}`,
              ),
            ),
        ]
      : []),
  ];
}
