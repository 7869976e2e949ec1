import { isObject, type JsonObject } from "./http.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Field, Shape } from "./strange-fields.ts";
import { ofEvent, ofRoute } from "./strange-shapes.ts";

/**
 * Sends every form of an object that Discord's documentation allows: fields that it leaves open are absent, null,
 * unchanged or filled, at random. Values are kept, except in objects that Discord sends partially. Repeatable: the
 * n-th answer of a route and the n-th dispatch of a kind are always the same for a seed.
 */
export class Strangeness {
  #seed: number | null;
  readonly #turns = new Map<string, number>();

  /** Without a seed everything is sent complete, except for the user of a presence, of which only the id is sent. */
  constructor(seed: number | null) {
    this.#seed = seed;
  }

  get seed(): number | null {
    return this.#seed;
  }

  begin(seed: number | null): void {
    this.#seed = seed;
    this.#turns.clear();
  }

  /**
   * Returns the body of a route's answer in one of its allowed forms.
   * @param path as in the route table
   */
  answer(method: string, path: string, body: unknown): unknown {
    const shape = ofRoute[path];
    const random = this.#random(`${method} ${path}`);
    return shape && random ? varied(body, shape, random) : body;
  }

  /** Returns the data of a dispatch in one of its allowed forms. */
  event<Data extends object>(name: string, data: Data): Data {
    const shape = ofEvent[name];
    const random = this.#random(name);
    if (shape && random) return varied(data, shape, random) as Data;
    if (name === "PRESENCE_UPDATE" && "user" in data && isObject(data.user))
      return { ...data, user: { id: data.user["id"] } };
    return data;
  }

  /** Returns the random source of the next answer or dispatch of a kind; null without a seed. */
  #random(kind: string): Random | null {
    if (this.#seed === null) return null;
    const turn = this.#turns.get(kind) ?? 0;
    this.#turns.set(kind, turn + 1);
    let mixed = this.#seed;
    for (const sign of `${kind} ${turn}`) mixed = Math.imul(mixed ^ sign.charCodeAt(0), 0x01000193);
    return randomFrom(mixed);
  }
}

function varied(value: unknown, shape: Shape, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => varied(each, shape, random));
  if (!isObject(value)) return value;
  const result: JsonObject = { ...value };
  for (const [name, field] of Object.entries(shape)) {
    const form = random.pick(formsOf(value[name], field));
    if (form === "absent") delete result[name];
    else if (form === "null") result[name] = null;
    else if (form === "filled") result[name] = field.fill?.(random);
    else if (field.shape) result[name] = varied(value[name], field.shape, random);
    else if (field.each && isObject(value[name])) {
      const { each } = field;
      const entries = Object.entries(value[name]).map(([id, entry]) => [id, varied(entry, each, random)]);
      result[name] = Object.fromEntries(entries);
    }
  }
  return result;
}

function formsOf(value: unknown, field: Field): ("as it is" | "absent" | "null" | "filled")[] {
  const isKept = saysSomething(value) && !field.loses;
  if (isKept || (value === undefined && !field.absent)) return ["as it is"];
  return [
    value === undefined ? "absent" : "as it is",
    ...(field.absent ? (["absent"] as const) : []),
    ...(field.null ? (["null"] as const) : []),
    ...(field.fill && !saysSomething(value) ? (["filled"] as const) : []),
  ];
}

/** Returns whether a value carries more information than its absence. */
function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
