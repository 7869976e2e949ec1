import * as z from "zod/mini";
import { line, personName, text } from "../../lib/names.schema.ts";
import { version, YEARS } from "../../lib/wire.schema.ts";
import { ship } from "../ships/ships.schema.ts";

export const QUANTITY_MAX = 99;
export const NOTES_LENGTH = 500;
export const NICKNAME_LENGTH = 60;
/** The first valid day on which a ship was acquired. */
export const FIRST_DAY = `${YEARS.first}-01-01`;

/** Most characters of the stored fields of a pledge. */
export const PLEDGE_LENGTHS = { id: 20, name: 80, cost: 20, insurance: 20 } as const;
const pledgeText = (length: number) => z.optional(line(length, 1));

/** The pledge that a ship came with, from an import. */
export const pledge = z.strictObject({
  id: pledgeText(PLEDGE_LENGTHS.id),
  name: pledgeText(PLEDGE_LENGTHS.name),
  cost: pledgeText(PLEDGE_LENGTHS.cost),
  /** "LTI" for a lifetime's, "120MI" for 120 months, "insured" for an unknown duration. */
  insurance: pledgeText(PLEDGE_LENGTHS.insurance),
  /** The day of the pledge, `YYYY-MM-DD`. */
  date: z.optional(z.iso.date()),
  warbond: z.optional(z.literal(true)),
});
export type Pledge = z.infer<typeof pledge>;

/** An entry of a hangar: a type of ship, once for each user. */
export const hangarShip = z.object({
  id: z.number(),
  ship: ship,
  /** A day, `YYYY-MM-DD`. */
  acquiredDate: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  quantity: z.number(),
  /** The pledges that an import stored; null for none. */
  pledges: z.nullable(z.array(pledge)),
  version: z.number(),
  can: z.object({ update: z.boolean(), delete: z.boolean() }),
});
export type HangarShip = z.infer<typeof hangarShip>;

/** Whether organizations see the ships of a hangar in their fleet, GET and PATCH /api/uex/user/{userId}/privacy. */
export const hangarPrivacy = z.object({ isHidden: z.boolean() });
export type HangarPrivacy = z.infer<typeof hangarPrivacy>;

/** Tomorrow in UTC: users' clocks may be ahead of the server's. */
const lastDay = () => new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
const isPast = (text: string) => text === "" || (text >= FIRST_DAY && text.slice(0, 10) <= lastDay());

/** A day, or an instant whose day is used as written; empty for none. */
const day = z
  .union([z.literal(""), z.iso.date(), z.iso.datetime({ offset: true })], "past_day")
  .check(z.refine(isPast, "past_day"));
/** A day of an import. */
export const pastDay = z.iso.date().check(z.refine(isPast, "past_day"));
const dayOf = (text: string) => text.slice(0, 10) || null;

const fields = {
  acquiredDate: z.optional(z.nullable(z.pipe(day, z.transform(dayOf)))),
  notes: z.optional(z.nullable(text(NOTES_LENGTH))),
  nickname: z.optional(z.nullable(personName(NICKNAME_LENGTH, 0))),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX))),
};

export const addShipInput = z.strictObject({ uexShipId: z.int("ship").check(z.positive("ship")), ...fields });
export type AddShipInput = z.infer<typeof addShipInput>;

export const changeShipInput = z.strictObject({ ...fields, version });
export type ChangeShipInput = z.infer<typeof changeShipInput>;

export const privacyInput = z.strictObject({ isHidden: z.boolean() });
