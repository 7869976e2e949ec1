import { and, eq, inArray, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { type Guard, guard, write } from "../../../lib/guard.ts";
import { ships } from "../../ships/index.ts";
import { hangarShips, hangars, shipAliases } from "../hangar.table.ts";
import { importErrors } from "./import.errors.ts";
import type { ImportInput, ImportResult, Pledge } from "./import.schema.ts";
import { importAudit } from "./import.texts.ts";
import { aliasOf } from "./review.ts";

/** How often an import is planned anew because the hangar changed while it was. */
const TRIES = 3;

/** Most characters of the lists of ships that the audit log keeps. */
const AUDIT_LENGTH = 1_000;

type Entry = {
  shipId: number;
  quantity: number;
  nickname: string | null;
  pledges: Pledge[] | null;
  /** 0 for an entry that is not there yet. */
  version: number;
};
type Change = { before: Entry; after: Entry };

/** What an import relies on: its ships, the hangar and the answers of before. */
async function readState({ db, actor }: UserContext, input: ImportInput) {
  const { organizationId, userId } = actor;
  const wanted = [...input.ships, ...input.removals, ...input.answers].map(({ shipId }) => shipId);
  const { shipId, quantity, nickname, pledges, version } = hangarShips;
  const [known, entries, aliases] = await readBatch(db, [
    db
      .select({ id: ships.id, name: ships.name })
      .from(ships)
      .where(and(eq(ships.organizationId, organizationId), inArray(ships.id, jsonList(wanted)))),
    db
      .select({ shipId, quantity, nickname, pledges, version })
      .from(hangarShips)
      .where(eq(hangarShips.userId, userId)),
    db
      .select({ alias: shipAliases.alias, shipId: shipAliases.shipId, name: ships.name })
      .from(shipAliases)
      .leftJoin(ships, and(eq(ships.organizationId, organizationId), eq(ships.id, shipAliases.shipId)))
      .where(
        and(
          eq(shipAliases.organizationId, organizationId),
          inArray(shipAliases.alias, jsonList(input.answers.map(({ name }) => aliasOf(name)))),
        ),
      ),
  ]);
  const names = new Map(known.map(({ id, name }) => [id, name]));
  if (wanted.some((id) => !names.has(id))) throw errors.not_found();
  return {
    names,
    entries: new Map<number, Entry>(entries.map((entry) => [entry.shipId, entry])),
    aliases: new Map(aliases.map((each) => [each.alias, each])),
  };
}

type State = Awaited<ReturnType<typeof readState>>;

/** The entries that an import changes or adds. */
function changesOf({ ships }: ImportInput, { entries }: State): Change[] {
  return ships.flatMap((ship) => {
    const none = { shipId: ship.shipId, quantity: 0, nickname: null, pledges: null, version: 0 };
    const before = entries.get(ship.shipId) ?? none;
    const after = {
      ...before,
      quantity: Math.max(before.quantity, ship.quantity),
      nickname: before.nickname ?? ship.nickname ?? null,
      pledges: (ship.pledges as Pledge[] | undefined) ?? before.pledges,
    };
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ before, after }];
  });
}

/** The first answer for each name that the organization has not known, or another one. */
function newAnswers({ answers }: ImportInput, { aliases }: State) {
  const first = new Map<string, { alias: string; shipId: number }>();
  for (const { name, shipId } of answers) {
    const alias = aliasOf(name);
    if (alias && !first.has(alias)) first.set(alias, { alias, shipId });
  }
  return [...first.values()].filter(({ alias, shipId }) => aliases.get(alias)?.shipId !== shipId);
}

/** Ships in numbers, for the audit log. */
function told(entries: readonly Entry[], { names }: State): string | null {
  const parts = entries
    .filter(({ quantity }) => quantity > 0)
    .map(({ shipId, quantity }) => `${quantity} × ${names.get(shipId)}`);
  return parts.join(", ").slice(0, AUDIT_LENGTH) || null;
}

/** The statements and guards of an import. */
function stepsOf(
  context: UserContext,
  input: ImportInput,
  state: State,
  changes: readonly Change[],
  gone: readonly Entry[],
  result: ImportResult,
): (Statement | Guard)[] {
  const { db, actor, now } = context;
  const { organizationId, userId } = actor;
  const at = now.toISOString();
  const befores = [...changes.map(({ before }) => before), ...gone];
  const seen = JSON.stringify(befores.map(({ shipId, version }) => ({ shipId, version })));
  const asSeen = guard(
    sql`not exists (
      select 1 from json_each(${seen}) seen left join ${hangarShips} own
        on own.user_id = ${userId} and own.ship_id = seen.value ->> 'shipId'
      where coalesce(own.version, 0) <> seen.value ->> 'version')`,
    importErrors.hangar_changed(),
  );
  const rows = JSON.stringify(
    changes.map(({ after: { pledges, ...after } }) => ({
      ...after,
      pledges: pledges && JSON.stringify(pledges),
    })),
  );
  const put = db.run(sql`insert into ${hangarShips}
      (organization_id, user_id, ship_id, quantity, nickname, pledges, created_at, updated_at)
    select ${organizationId}, ${userId}, value ->> 'shipId', value ->> 'quantity', value ->> 'nickname',
      value ->> 'pledges', ${at}, ${at} from json_each(${rows}) where true
    on conflict (user_id, ship_id) do update set quantity = excluded.quantity, nickname = excluded.nickname,
      pledges = excluded.pledges, version = version + 1, updated_at = excluded.updated_at`);
  const remove = db
    .delete(hangarShips)
    .where(
      and(
        eq(hangarShips.userId, userId),
        inArray(hangarShips.shipId, jsonList(gone.map(({ shipId }) => shipId))),
      ),
    );
  const details = {
    format: input.format,
    added: result.added,
    changed: result.changed,
    removed: result.removed,
    from: told(befores, state),
    to: told(
      changes.map(({ after }) => after),
      state,
    ),
  };
  const entity = { id: userId, name: actor.name };
  return [
    asSeen,
    ...(changes.length > 0
      ? [db.insert(hangars).values({ userId, organizationId }).onConflictDoNothing(), put]
      : []),
    ...(gone.length > 0 ? [remove] : []),
    importAudit.write(context, { action: "hangar.imported", entity, details }),
  ];
}

/** The statements that remember answers for the organization. */
function rememberAnswers(
  context: UserContext,
  state: State,
  answers: ReturnType<typeof newAnswers>,
): Statement[] {
  if (answers.length === 0) return [];
  const { db, actor, now } = context;
  const rows = JSON.stringify(
    answers.map(({ alias, shipId }) => ({
      alias,
      shipId,
      from: state.aliases.get(alias)?.name ?? null,
      to: state.names.get(shipId),
    })),
  );
  return [
    db.run(sql`insert into ${shipAliases} (organization_id, alias, ship_id, created_by, created_at)
      select ${actor.organizationId}, value ->> 'alias', value ->> 'shipId', ${actor.name}, ${now.toISOString()}
      from json_each(${rows}) where true
      on conflict do update set ship_id = excluded.ship_id, created_by = excluded.created_by,
        created_at = excluded.created_at`),
    importAudit.writeMany(context, "hangar.name_answered", {
      id: sql`null`,
      name: sql`value ->> 'alias'`,
      details: sql`json_object('from', value ->> 'from', 'to', value ->> 'to')`,
      from: sql`from json_each(${rows})`,
    }),
  ];
}

/**
 * Brings the ships of a reviewed file into the caller's hangar, all of it or nothing. Sent again it changes nothing.
 * @throws AppError not_found for a ship that the catalogue does not have, hangar_changed
 */
export async function importShips(context: UserContext, input: ImportInput): Promise<ImportResult> {
  for (let tries = 1; ; tries++) {
    const state = await readState(context, input);
    const gone = input.removals.flatMap(({ shipId, version }) => {
      const entry = state.entries.get(shipId);
      if (entry && entry.version !== version) throw importErrors.hangar_changed();
      return entry && !input.ships.some((ship) => ship.shipId === shipId) ? entry : [];
    });
    const changes = changesOf(input, state);
    const answers = newAnswers(input, state);
    const added = changes.reduce((sum, { before, after }) => sum + after.quantity - before.quantity, 0);
    const result: ImportResult = {
      added,
      changed: changes.filter(({ before, after }) => after.quantity === before.quantity).length,
      removed: gone.length,
      remembered: answers.length,
    };
    const isChange = changes.length + gone.length > 0;
    const steps = isChange ? stepsOf(context, input, state, changes, gone, result) : [];
    try {
      await write(context.db, [...steps, ...rememberAnswers(context, state, answers)]);
      return result;
    } catch (error) {
      const isTried = tries === TRIES || (error as { code?: string }).code !== "hangar_changed";
      if (isTried) throw error;
    }
  }
}
