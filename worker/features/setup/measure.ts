import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { announcedKinds, selectAnnouncementChannels } from "../announcements/index.ts";
import { hasBucket, selectLastBackup } from "../backup/index.ts";
import { bots } from "../bots/index.ts";
import {
  type BotFault,
  botFaultOf,
  selectMappedNames,
  selectMappingVersion,
  selectNewestRun,
  toSyncStatus,
  tryMemberSync,
} from "../discord/index.ts";
import { type HealthCheck, selectNewestCheck } from "../health/index.ts";
import { selectActiveHolders, selectActiveTotal } from "../members/index.ts";
import type { Setup } from "./setup.schema.ts";
import { setups } from "./setup.table.ts";

/** Administrators from which on one can restore another's access. */
const ENOUGH_ADMINISTRATORS = 2;

const selectBot = ({ db, actor }: MemberContext) =>
  db
    .select({ hasToken: sql<number>`${bots.token} is not null`, createdAt: bots.createdAt })
    .from(bots)
    .where(and(eq(bots.organizationId, actor.organizationId), eq(bots.isCrmBot, true)));

const statements = (context: MemberContext) => {
  const { db, actor } = context;
  const id = actor.organizationId;
  return [
    db.select().from(setups).where(eq(setups.organizationId, id)),
    selectBot(context),
    selectNewestCheck(db, id),
    selectMappedNames(db, id),
    selectMappingVersion(db, id),
    // The previous run counts while the newest is running.
    selectNewestRun(db, id, 2),
    selectActiveTotal(db, id),
    selectActiveHolders(db, id, "admin.system"),
    selectAnnouncementChannels(context),
    selectLastBackup(db, id),
  ] as const;
};
type Rows<Read extends readonly unknown[]> = { -readonly [At in keyof Read]: Awaited<Read[At]> };

/** Discord's last answer to the bot. */
type Answer = { at: string; ms: number | null; fault: BotFault | null };

/** The answer in a measurement of all services; null where none was requested. */
function answerOf({ at, services: { discord } }: HealthCheck): Answer | null {
  const { state, why, ms } = discord;
  if (state === "not_configured") return null;
  if (state !== "down") return { at, ms, fault: null };
  return { at, ms, fault: why === "token_refused" ? why : "unreachable" };
}

/** The setup's state, in one round trip, which runs the statements of `first` before. */
export const getSetup =
  (features: readonly Feature[]) =>
  async (context: MemberContext, first: readonly Statement[] = []): Promise<Setup> => {
    const results = await write(context.db, [...first, ...statements(context)]);
    const [
      [stored],
      [bot],
      [checked],
      mapped,
      [set],
      [newest, before],
      [total],
      [holders],
      channelStates,
      [backup],
    ] = results.slice(first.length) as unknown as Rows<ReturnType<typeof statements>>;
    const trial = stored?.trial ?? null;
    const hasToken = bot?.hasToken === 1;
    const answers = [
      trial && { at: trial.at, ms: trial.ms, fault: null },
      stored?.fault ? { ...stored.fault, ms: null } : null,
      checked ? answerOf(checked.check) : null,
    ];
    const answer = answers
      // Ignores answers to a bot before this one.
      .filter((each) => each !== null && hasToken && each.at >= (bot?.createdAt ?? ""))
      .reduce<Answer | null>((last, each) => (last && each && last.at > each.at ? last : each), null);
    const status = newest ? toSyncStatus(newest, context) : null;
    const isRunning = status?.status === "running";
    const ended = isRunning ? (before ? toSyncStatus(before, context) : null) : status;
    const isRead = ended?.status === "completed";
    const isNewer = isRead && trial !== null && (ended.finishedAt ?? "") > trial.at;
    const kinds = announcedKinds(features).map(([kind]) => kind);
    const channels = channelStates.filter(({ kind }) => kinds.includes(kind));
    const broken = channels.filter(({ state }) => state !== "ready").length;
    return {
      isDismissed: Boolean(stored?.dismissedAt),
      bot: {
        isHeld: answer?.fault === null,
        at: answer?.at ?? null,
        hasToken,
        fault: answer?.fault ?? null,
        ms: answer?.ms ?? null,
        server: trial?.server ?? null,
        people: isNewer ? ended.processed : (trial?.people ?? null),
        roles: trial?.roles ?? null,
      },
      roles: {
        isHeld: mapped.length > 0,
        at: mapped.length > 0 ? (set?.updatedAt ?? null) : null,
        mapped: [...new Set(mapped.map(({ name }) => name))],
      },
      members: {
        isHeld: isRead,
        at: ended?.finishedAt ?? null,
        isRunning,
        read: isRead ? ended.processed : null,
        members: total?.active ?? 0,
        why: ended?.error ?? null,
        trial: trial && trial.version === set?.version ? trial : null,
      },
      administrators: {
        isHeld: (holders?.holders ?? 0) >= ENOUGH_ADMINISTRATORS,
        at: null,
        count: holders?.holders ?? 0,
      },
      news: {
        isHeld: channels.length > 0 && broken === 0,
        at: null,
        kinds: kinds.length,
        chosen: channels.length,
        broken,
        channels: trial?.channels ?? null,
      },
      backup: {
        isHeld: backup !== undefined,
        at: backup?.createdAt ?? null,
        hasBucket: hasBucket(context.env),
      },
    };
  };

/** The statement that stores columns of the organization's row; an existing row only where `setWhere` holds. */
function store(
  { db, actor }: MemberContext,
  values: Partial<typeof setups.$inferInsert>,
  setWhere?: SQL,
): Statement {
  return db
    .insert(setups)
    .values({ organizationId: actor.organizationId, ...values })
    .onConflictDoUpdate({ target: setups.organizationId, set: values, ...(setWhere ? { setWhere } : {}) });
}

/**
 * Requests a trial of a member sync, writes no member, and stores the numbers, or why Discord did not answer.
 * @throws AppError crm_bot_not_found
 */
export const trySetup =
  (features: readonly Feature[]) =>
  async (context: MemberContext): Promise<Setup> => {
    const found = await tryMemberSync(context).catch((error) => {
      const fault = botFaultOf(error);
      if (fault === null) throw error;
      return { at: new Date().toISOString(), fault };
    });
    return getSetup(features)(context, [
      store(context, "fault" in found ? { fault: found } : { trial: found }),
    ]);
  };

/** Hides the setup from now on, also when a step fails later. */
export const dismissSetup =
  (features: readonly Feature[]) =>
  (context: MemberContext): Promise<Setup> =>
    getSetup(features)(context, [
      store(context, { dismissedAt: context.now.toISOString() }, isNull(setups.dismissedAt)),
    ]);
