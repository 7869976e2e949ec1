import { and, eq, inArray, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { dailyBudgets, dayOf } from "../../lib/db/daily-budgets.table.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard } from "../../lib/guard.ts";
import { hangarRecord, hangarShips, putShips, removeShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import { importErrors } from "./imports.errors.ts";
import { type ImportInput, type ImportResult, NAMES_A_DAY } from "./imports.schema.ts";
import { ownShipAliases, shipAliases } from "./imports.table.ts";
import { importAudit } from "./imports.texts.ts";
import { aliasOf } from "./review.ts";

/** Most characters of the lists of ships that the audit log keeps. */
const AUDIT_LENGTH = 1_000;

/** An entry of the hangar; its version is 0 where it is not stored yet. */
type Entry = Pick<
  typeof hangarShips.$inferSelect,
  "shipId" | "quantity" | "nickname" | "acquiredDate" | "pledges" | "version"
>;
type Change = { before: Entry; after: Entry };

type Alias = { alias: string; shipId: number; name: string | null };
type Found = [
  known: { id: number; name: string }[],
  entries: Entry[],
  aliases: Alias[],
  own: Alias[],
  taught: { used: number }[],
];

/** The counter of names that a member stored for the organization in a day. */
const NAMES_KIND = "ship names";
const isTaughtToday = ({ actor, now }: MemberContext) =>
  and(
    eq(dailyBudgets.userId, actor.userId),
    eq(dailyBudgets.day, dayOf(now)),
    eq(dailyBudgets.kind, NAMES_KIND),
  );

/** The ships of an import, by their ids in the catalogue. */
const wantedShips = (input: ImportInput) =>
  [...input.ships, ...input.removals, ...input.answers].map(({ shipId }) => shipId);

/** The statements that read the ships of an import, the entries of the hangar and earlier answers. */
function selectState(context: MemberContext, input: ImportInput): Statement[] {
  const { db, actor } = context;
  const { organizationId, userId } = actor;
  const asked = jsonList(input.answers.map(({ name }) => aliasOf(name)));
  const { shipId, quantity, nickname, acquiredDate, pledges, version } = hangarShips;
  return [
    db
      .select({ id: ships.id, name: ships.name })
      .from(ships)
      .where(and(eq(ships.organizationId, organizationId), inArray(ships.id, jsonList(wantedShips(input))))),
    db
      .select({ shipId, quantity, nickname, acquiredDate, pledges, version })
      .from(hangarShips)
      .where(eq(hangarShips.userId, userId)),
    db
      .select({ alias: shipAliases.alias, shipId: shipAliases.shipId, name: ships.name })
      .from(shipAliases)
      .leftJoin(ships, and(eq(ships.organizationId, organizationId), eq(ships.id, shipAliases.shipId)))
      .where(and(eq(shipAliases.organizationId, organizationId), inArray(shipAliases.alias, asked))),
    db
      .select({ alias: ownShipAliases.alias, shipId: ownShipAliases.shipId, name: ships.name })
      .from(ownShipAliases)
      .leftJoin(ships, and(eq(ships.organizationId, organizationId), eq(ships.id, ownShipAliases.shipId)))
      .where(and(eq(ownShipAliases.userId, userId), inArray(ownShipAliases.alias, asked))),
    db.select({ used: dailyBudgets.used }).from(dailyBudgets).where(isTaughtToday(context)),
  ];
}

/** @throws AppError not_found for an unknown ship */
function toState(input: ImportInput, found: readonly unknown[]) {
  const [known, entries, aliases, own, [taught]] = found as Found;
  const names = new Map(known.map(({ id, name }) => [id, name]));
  if (wantedShips(input).some((id) => !names.has(id))) throw errors.not_found();
  return {
    names,
    entries: new Map(entries.map((entry) => [entry.shipId, entry])),
    aliases: new Map([...aliases, ...own].map((each) => [each.alias, each])),
    taught: taught?.used ?? 0,
  };
}

type State = ReturnType<typeof toState>;

function changesOf({ ships }: ImportInput, { entries }: State): Change[] {
  return ships.flatMap((ship) => {
    const nothing = { nickname: null, acquiredDate: null, pledges: null };
    const none = { shipId: ship.shipId, quantity: 0, ...nothing, version: 0 };
    const before = entries.get(ship.shipId) ?? none;
    const after = {
      ...before,
      quantity: Math.max(before.quantity, ship.quantity),
      nickname: before.nickname ?? ship.nickname ?? null,
      acquiredDate: before.acquiredDate ?? ship.acquiredDate ?? null,
      pledges: ship.pledges ?? before.pledges,
    };
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ before, after }];
  });
}

/** The entries that an import removes. @throws AppError hangar_changed for one of another version than the review's */
const goneEntries = ({ ships, removals }: ImportInput, { entries }: State): Entry[] =>
  removals.flatMap(({ shipId, version }) => {
    const entry = entries.get(shipId);
    if (entry && entry.version !== version) throw importErrors.hangar_changed();
    return entry && !ships.some((ship) => ship.shipId === shipId) ? entry : [];
  });

/** The first answer for each name that neither the organization nor the caller has stored, or stored differently. */
function newAnswers({ answers }: ImportInput, { aliases }: State) {
  const first = new Map<string, { alias: string; shipId: number }>();
  for (const { name, shipId } of answers) {
    const alias = aliasOf(name);
    if (alias && !first.has(alias)) first.set(alias, { alias, shipId });
  }
  return [...first.values()].filter(({ alias, shipId }) => aliases.get(alias)?.shipId !== shipId);
}

/** A list of ships for the audit log, null for an empty one. */
function listOf(entries: readonly Entry[], { names }: State): string | null {
  const parts = entries
    .filter(({ quantity }) => quantity > 0)
    .map(({ shipId, quantity }) => `${quantity} × ${names.get(shipId)}`);
  return parts.join(", ").slice(0, AUDIT_LENGTH) || null;
}

/** The guard that entries have the versions that were read. */
function guardEntries({ actor }: MemberContext, entries: readonly Entry[]): Guard {
  const seen = JSON.stringify(entries.map(({ shipId, version }) => ({ shipId, version })));
  return guard(
    sql`not exists (
      select 1 from json_each(${seen}) seen left join ${hangarShips} own
        on own.user_id = ${actor.userId} and own.ship_id = seen.value ->> 'shipId'
      where coalesce(own.version, 0) <> seen.value ->> 'version')`,
    new Changed(importErrors.hangar_changed()),
  );
}

type Answer = ReturnType<typeof newAnswers>[number];

/**
 * The steps that store answers. A member's count for the organization, up to NAMES_A_DAY; the others for the caller's own
 * imports.
 */
function rememberAnswers(context: MemberContext, { taught }: State, answers: readonly Answer[]) {
  const { db, actor, now } = context;
  const left = actor.memberId === null ? 0 : Math.max(0, NAMES_A_DAY - taught);
  const [forAll, forOneself] = [answers.slice(0, left), answers.slice(left)].map((each) =>
    JSON.stringify(each),
  );
  const count = Math.min(left, answers.length);
  const teach = [
    db.run(sql`insert into ${dailyBudgets} (user_id, day, kind, used, most)
      values (${actor.userId}, ${dayOf(now)}, ${NAMES_KIND}, ${count}, ${NAMES_A_DAY})
      on conflict do update set used = used + excluded.used`),
    db.run(sql`insert into ${shipAliases} (organization_id, alias, ship_id, created_by, created_at)
      select ${actor.organizationId}, value ->> 'alias', value ->> 'shipId', ${actor.name}, ${now.toISOString()}
      from json_each(${forAll}) where true
      on conflict do update set ship_id = excluded.ship_id, created_by = excluded.created_by,
        created_at = excluded.created_at`),
    db.run(sql`delete from ${ownShipAliases} where user_id = ${actor.userId}
      and alias in (select value ->> 'alias' from json_each(${forAll}))`),
  ];
  const keep = db.run(sql`insert into ${ownShipAliases} (user_id, alias, ship_id)
    select ${actor.userId}, value ->> 'alias', value ->> 'shipId' from json_each(${forOneself}) where true
    on conflict do update set ship_id = excluded.ship_id`);
  const used = sql`coalesce((select used from ${dailyBudgets} where ${isTaughtToday(context)}), 0)`;
  return {
    checkBefore: [guard(sql`${used} = ${taught}`, new Changed(importErrors.hangar_changed()))],
    writeAfter: [...(count > 0 ? teach : []), ...(answers.length > count ? [keep] : [])],
  };
}

/** The answers before and after, for the audit log. */
function answersOf(answers: readonly Answer[], { names, aliases }: State) {
  const list = (nameOf: (answer: Answer) => string | null | undefined) =>
    answers
      .flatMap((each) => (nameOf(each) ? `${each.alias}: ${nameOf(each)}` : []))
      .join(", ")
      .slice(0, AUDIT_LENGTH) || null;
  return {
    fromNames: list(({ alias }) => aliases.get(alias)?.name),
    toNames: list(({ shipId }) => names.get(shipId)),
  };
}

/**
 * Imports the ships of a reviewed file into the caller's hangar, all or none. A repeated request changes nothing.
 * @throws AppError not_found for a ship that the catalogue does not have, hangar_changed
 */
export async function importShips(context: MemberContext, input: ImportInput): Promise<ImportResult> {
  const { userId, name } = context.actor;
  const more = selectState(context, input);
  let result: ImportResult = { added: 0, changed: 0, removed: 0, remembered: 0 };
  const plan = (hangar: { version: number }, found: readonly unknown[]) => {
    const state = toState(input, found);
    const gone = goneEntries(input, state);
    const changes = changesOf(input, state);
    const answers = newAnswers(input, state);
    const befores = [...changes.map(({ before }) => before), ...gone];
    const afters = changes.map(({ after }) => after);
    const added = changes.reduce((sum, { before, after }) => sum + after.quantity - before.quantity, 0);
    const changed = changes.filter(({ before, after }) => after.quantity === before.quantity).length;
    const counts = { added, changed, removed: gone.length };
    result = { ...counts, remembered: answers.length };
    if (befores.length + answers.length === 0) return null;
    const lists = { from: listOf(befores, state), to: listOf(afters, state) };
    const known = answers.length > 0 ? answersOf(answers, state) : {};
    const details = { format: input.format, ...counts, ...lists, ...known };
    const entry = { action: "hangar.imported", entity: { id: userId, name }, details } as const;
    const remembering = rememberAnswers(context, state, answers);
    const goneIds = gone.map(({ shipId }) => shipId);
    const isFirst = hangar.version === 0 && afters.length > 0;
    return {
      // Inserts the hangar with the defaults of its columns.
      ...(isFirst ? { set: {} } : {}),
      checkBefore: [guardEntries(context, befores), ...remembering.checkBefore],
      audit: [],
      writeAfter: [
        ...putShips(context, afters),
        ...removeShips(context, goneIds),
        importAudit.write(context, entry),
        ...remembering.writeAfter,
      ],
    };
  };
  await hangarRecord.edit(context, userId, undefined, plan, { more, isUnanswered: true });
  return result;
}
