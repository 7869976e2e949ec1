import { type $ZodType, type input, safeParse } from "zod/v4/core";
import { templateOf } from "./template.ts";

/** Copies the parts of a value that a schema names. */
type Picker = (value: unknown) => unknown;

/** The parts of a schema's definition that say what it names. */
type Definition = {
  type: string;
  shape?: Record<string, $ZodType>;
  element?: $ZodType;
  items?: readonly $ZodType[];
  innerType?: $ZodType;
  keyType?: $ZodType;
  valueType?: $ZodType;
  getter?: () => $ZodType;
  options?: readonly $ZodType[];
  discriminator?: string;
};
const definitionOf = (schema: $ZodType) => schema._zod.def as unknown as Definition;

let tellFault: ((fault: string) => void) | null = null;

/**
 * Sets the function that is called with the path of each value in an answer that has another type than its schema says,
 * which otherwise only the compiler looks for. Tests set it.
 */
export function onAnswerFault(tell: ((fault: string) => void) | null): void {
  tellFault = tell;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectPicker(shape: Record<string, $ZodType>): Picker {
  const pickers = Object.entries(shape).map(([key, schema]) => [key, pickerOf(schema)] as const);
  const template = templateOf(Object.keys(shape));
  return (value) => {
    if (!isRecord(value)) return value;
    const taken = { ...template };
    for (const [key, pick] of pickers) {
      const inner = value[key];
      // JSON leaves out what is undefined.
      taken[key] = pick && inner !== undefined ? pick(inner) : inner;
    }
    return taken;
  };
}

function unionPicker({ options = [], discriminator }: Definition): Picker | null {
  const inner = options.map((each) => [each, pickerOf(each)] as const).filter(([, pick]) => pick !== null);
  if (inner.length === 0) return null;
  if (inner.length === 1 && !discriminator) return inner[0]?.[1] ?? null;
  if (!discriminator) throw new TypeError("A union of several objects needs a discriminator.");
  return (value) => {
    if (!isRecord(value)) return value;
    const kind = value[discriminator];
    const found = inner.find(([each]) => {
      const option = definitionOf(each).shape?.[discriminator];
      return option?._zod.values?.has(kind as never);
    });
    return found?.[1] ? found[1](value) : {};
  };
}

const pickers = new WeakMap<$ZodType, { pick: Picker | null }>();

/** The picker of a schema, made once; null for a schema without named keys, whose values are copied whole. */
function pickerOf(schema: $ZodType): Picker | null {
  const known = pickers.get(schema);
  if (known) return known.pick;
  const pick = makePicker(schema);
  pickers.set(schema, { pick });
  return pick;
}

function makePicker(schema: $ZodType): Picker | null {
  const definition = definitionOf(schema);
  const { shape, element, items, innerType, keyType, valueType, getter } = definition;
  if (shape) return objectPicker(shape);
  // A record with a fixed set of keys is an object.
  if (keyType?._zod.values && valueType)
    return objectPicker(Object.fromEntries([...keyType._zod.values].map((key) => [key, valueType])));
  if (getter) return (value) => pickerOf(getter())?.(value) ?? value;
  if (innerType) return pickerOf(innerType);
  if (definition.type === "union") return unionPicker(definition);
  if (items) {
    const each = items.map(pickerOf);
    return (value) => (Array.isArray(value) ? value.map((item, at) => each[at]?.(item) ?? item) : value);
  }
  const inside = element ? pickerOf(element) : valueType ? pickerOf(valueType) : null;
  if (!inside) return null;
  if (element) return (value) => (Array.isArray(value) ? value.map((item) => inside(item)) : value);
  return (value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item)]))
      : value;
}

/** The parts of a value that a schema names, at any depth; nothing else leaves the server, so a presenter may spread a row. */
export function named<Schema extends $ZodType>(schema: Schema, value: input<Schema>): unknown {
  const taken = pickerOf(schema)?.(value) ?? value;
  if (tellFault) {
    const { error } = safeParse(schema, JSON.parse(JSON.stringify(taken)));
    for (const { path, code } of error?.issues ?? []) tellFault(`${path.join(".")} is not right: ${code}`);
  }
  return taken;
}
