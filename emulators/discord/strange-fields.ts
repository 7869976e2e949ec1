import type { Random } from "./random.ts";
import { snowflakeAt } from "./snowflake.ts";

/** The forms that Discord's documentation allows for a field, besides its current one. */
export interface Field {
  absent?: true;
  null?: true;
  /** Makes a value that may stand in the place of null or of a missing field. */
  fill?: (random: Random) => unknown;
  /** The shape of the object in the field, or of each object in its list. */
  shape?: Shape;
  /** The shape of each object in a field that holds objects by id. */
  each?: Shape;
  /** Whether even a field with a value may be left out, as in objects that Discord sends partially. */
  loses?: true;
}
export type Shape = Readonly<Record<string, Field>>;

export type Fill = NonNullable<Field["fill"]>;
const filled = (fill: Fill | undefined): Field => (fill ? { fill } : {});
/** Documented as `field?: type`. */
export const optional = (fill?: Fill): Field => ({ absent: true, ...filled(fill) });
/** Documented as `field: ?type`. */
export const nullable = (fill?: Fill): Field => ({ null: true, ...filled(fill) });
/** Documented as `field?: ?type`. */
export const either = (fill?: Fill): Field => ({ absent: true, null: true, ...filled(fill) });
export const of = (shape: Shape): Field => ({ shape });
/** Objects by id. */
export const mapOf = (each: Shape): Field => ({ each });

/** Returns the shape with the named fields optional. */
export function loosened(shape: Shape, ...names: string[]): Shape {
  return { ...shape, ...Object.fromEntries(names.map((name) => [name, { ...shape[name], absent: true }])) };
}

/** Returns the shape with the named fields optional even when they have a value. */
export function losing(shape: Shape, ...names: string[]): Shape {
  const lost = names.map((name): [string, Field] => [name, { ...shape[name], absent: true, loses: true }]);
  return { ...shape, ...Object.fromEntries(lost) };
}

export const hash: Fill = (random) => random.hex(32);
export const id: Fill = (random) => snowflakeAt(Date.UTC(2021, random.below(12)), random.below(0x400000));
export const time: Fill = (random) => `2025-0${1 + random.below(9)}-17T08:15:30.123000+00:00`;
export const whole: Fill = (random) => random.below(0xffffff);
