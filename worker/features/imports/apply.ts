import { and, eq, inArray, sql } from "drizzle-orm";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { MemberContext } from "../../lib/context.ts";
import { jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard, retrying, write } from "../../lib/guard.ts";
import { hangarShips, putShips, removeShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import { importErrors } from "./imports.errors.ts";
import type { ImportInput, ImportResult, Pledge } from "./imports.schema.ts";
import { shipAliases } from "./imports.table.ts";
import { importAudit } from "./imports.texts.ts";
import { aliasOf } from "./review.ts";

/** Most characters of the lists of ships that the audit log keeps. */
const AUDIT_LENGTH = 1_000;

/** An entry of the hangar; its version is 0 where it is not stored yet. */
type Entry = Pick<
  typeof hangarShips.$inferSelect,
  "shipId" | "quantity" | "nickname" | "pledges" | "version"
>;
type Change = { before: Entry; after: Entry };

/** Reads the ships of an import, the hangar and earlier answers. @throws AppError not_found for an unknown ship */
async function readState({ db, actor }: MemberContext, input: ImportInput) {
  const { organizationId, userId } = actor;
  const wanted = [...input.ships, ...input.removals, ...input.answers].map(({ shipId }) => shipId);
  const asked = jsonList(input.answers.map(({ name }) => aliasOf(name)));
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
      .where(and(eq(shipAliases.organizationId, organizationId), inArray(shipAliases.alias, asked))),
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

/** The list of ships for the audit log, null for none. */
function listOf(entries: readonly Entry[], { names }: State): string | null {
  const parts = entries
    .filter(({ quantity }) => quantity > 0)
    .map(({ shipId, quantity }) => `${quantity} × ${names.get(shipId)}`);
  return parts.join(", ").slice(0, AUDIT_LENGTH) || null;
}

function changeHangar(
  context: MemberContext,
  state: State,
  changes: readonly Change[],
  gone: readonly Entry[],
  counts: AuditDetails,
): (Statement | Guard)[] {
  const { userId, name } = context.actor;
  const befores = [...changes.map(({ before }) => before), ...gone];
  const afters = changes.map(({ after }) => after);
  const goneIds = gone.map(({ shipId }) => shipId);
  const seen = JSON.stringify(befores.map(({ shipId, version }) => ({ shipId, version })));
  return [
    guard(
      sql`not exists (
        select 1 from json_each(${seen}) seen left join ${hangarShips} own
          on own.user_id = ${userId} and own.ship_id = seen.value ->> 'shipId'
        where coalesce(own.version, 0) <> seen.value ->> 'version')`,
      new Changed(importErrors.hangar_changed()),
    ),
    ...putShips(context, afters),
    ...removeShips(context, goneIds),
    importAudit.write(context, {
      action: "hangar.imported",
      entity: { id: userId, name },
      details: { ...counts, from: listOf(befores, state), to: listOf(afters, state) },
    }),
  ];
}

function rememberAnswers(context: MemberContext, state: State, answers: ReturnType<typeof newAnswers>) {
  if (answers.length === 0) return [];
  const { db, actor, now } = context;
  const rows = JSON.stringify(
    answers.map((answer) => ({
      ...answer,
      from: state.aliases.get(answer.alias)?.name ?? null,
      to: state.names.get(answer.shipId),
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
export const importShips = (context: MemberContext, input: ImportInput): Promise<ImportResult> =>
  retrying(async () => {
    const state = await readState(context, input);
    const gone = input.removals.flatMap(({ shipId, version }) => {
      const entry = state.entries.get(shipId);
      if (entry && entry.version !== version) throw importErrors.hangar_changed();
      return entry && !input.ships.some((ship) => ship.shipId === shipId) ? entry : [];
    });
    const changes = changesOf(input, state);
    const answers = newAnswers(input, state);
    const added = changes.reduce((sum, { before, after }) => sum + after.quantity - before.quantity, 0);
    const changed = changes.filter(({ before, after }) => after.quantity === before.quantity).length;
    const removed = gone.length;
    const counts = { format: input.format, added, changed, removed };
    await write(context.db, [
      ...(changes.length + removed > 0 ? changeHangar(context, state, changes, gone, counts) : []),
      ...rememberAnswers(context, state, answers),
    ]);
    return { added, changed, removed, remembered: answers.length };
  });
