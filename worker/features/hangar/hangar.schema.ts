import type { Ship } from "../ships/ships.schema.ts";

/** Most ships of one type that a hangar can hold. */
export const QUANTITY_MAX = 99;
export const NOTES_LENGTH = 500;
export const NICKNAME_LENGTH = 60;

/** An entry of a hangar: a type of ship, once for each user. */
export type HangarShip = {
  id: number;
  ship: Ship;
  /** A day, `YYYY-MM-DD`. */
  acquiredDate: string | null;
  notes: string | null;
  nickname: string | null;
  quantity: number;
  version: number;
  can: { update: boolean; delete: boolean };
};
