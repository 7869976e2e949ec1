import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { named, onAnswerFault } from "./named.ts";

/** A schema, a value that it names all of, and the same value with keys that it does not name. */
type Planted = { schema: z.ZodMiniType; clean: unknown; planted: unknown };

const EXTRA = { dueFacets: "planted", constructor: "planted", toString: 1, hasOwnProperty: null };

const leaf = fc.oneof(
  fc.string().map((clean): Planted => ({ schema: z.string(), clean, planted: clean })),
  fc.integer().map((clean): Planted => ({ schema: z.number(), clean, planted: clean })),
  fc.boolean().map((clean): Planted => ({ schema: z.boolean(), clean, planted: clean })),
);

const objectOf = (parts: Record<string, Planted>): Planted => {
  const each = (what: "schema" | "clean" | "planted") =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part[what]]));
  return {
    schema: z.object(each("schema") as Record<string, z.ZodMiniType>),
    clean: each("clean"),
    planted: { ...EXTRA, ...each("planted") },
  };
};
const recordOf = (
  key: z.ZodMiniType<string, string>,
  { schema, clean, planted }: Planted,
  more = {},
): Planted => ({
  schema: z.record(key, schema),
  clean: { a: clean, b: clean },
  planted: { a: planted, b: planted, ...more },
});

const { tree } = fc.letrec<{ tree: Planted }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.dictionary(fc.constantFrom("id", "name", "kind", "can"), tie("tree"), { maxKeys: 3 }).map(objectOf),
    tie("tree").map(
      ({ schema, clean, planted }): Planted => ({
        schema: z.array(schema),
        clean: [clean, clean],
        planted: [planted, planted],
      }),
    ),
    fc.tuple(tie("tree"), fc.boolean()).map(
      ([{ schema, clean, planted }, isNull]): Planted => ({
        schema: z.nullable(schema),
        clean: isNull ? null : clean,
        planted: isNull ? null : planted,
      }),
    ),
    fc.tuple(tie("tree"), fc.constantFrom("one", "other")).map(([part, kind]): Planted => {
      const other = objectOf({ more: { schema: z.number(), clean: 1, planted: 1 } });
      const has = kind === "one" ? objectOf({ part }) : other;
      const kindOf = (name: string, { shape }: z.ZodMiniObject) =>
        z.object({ ...shape, kind: z.literal(name) });
      return {
        schema: z.nullable(
          z.discriminatedUnion("kind", [
            kindOf("one", objectOf({ part }).schema as z.ZodMiniObject),
            kindOf("other", other.schema as z.ZodMiniObject),
          ]),
        ),
        clean: { ...(has.clean as object), kind },
        planted: { ...(has.planted as object), kind },
      };
    }),
    tie("tree").map((part) => recordOf(z.string(), part)),
    tie("tree").map((part) => recordOf(z.enum(["a", "b"]), part, EXTRA)),
  ),
}));

it("copies everything that a schema names and nothing else, at any depth", () => {
  onAnswerFault(null);
  fc.assert(
    fc.property(tree, ({ schema, clean, planted }) => {
      expect(named(schema, planted)).toEqual(clean);
      expect(schema.safeParse(named(schema, planted)).success).toBe(true);
    }),
  );
});

it("reports values of another type than the schema says, by their path", () => {
  const faults: string[] = [];
  onAnswerFault((fault) => faults.push(fault));
  const schema = z.array(z.object({ id: z.number(), can: z.nullable(z.object({ edit: z.boolean() })) }));
  const row = { id: "7", can: { edit: true, dueFacets: 1 }, deadline: undefined, notes: null };
  expect(named(schema, [row as never])).toEqual([{ id: "7", can: { edit: true } }]);
  expect(faults).toEqual(["0.id is not right: invalid_type"]);
});

it("returns an empty object for an answer of an unknown kind", () => {
  onAnswerFault(null);
  const schema = z.discriminatedUnion("kind", [z.object({ kind: z.literal("one"), id: z.number() })]);
  expect(named(schema, { kind: "other", id: 1, dueFacets: 2 } as never)).toEqual({});
});

it("copies a value of another type than its schema whole, so that the fault is reported", () => {
  onAnswerFault(null);
  const object = z.object({ id: z.number() });
  const kinds = z.discriminatedUnion("kind", [z.object({ kind: z.literal("one") })]);
  const record = z.record(z.string(), object);
  for (const schema of [object, kinds, record])
    for (const value of [null, "text", 7, [1]])
      expect(named(schema as z.ZodMiniType, value as never)).toEqual(value);
  for (const value of [null, "text", { a: 1 }])
    for (const schema of [z.array(object), z.tuple([object])])
      expect(named(schema as z.ZodMiniType, value as never)).toEqual(value);
});

it("copies the fields that tuples, nested schemas and unions with one object name, and no others", () => {
  onAnswerFault(null);
  const object = z.object({ id: z.number() });
  const planted = { id: 1, dueFacets: 2 };
  expect(named(z.tuple([z.string(), object]), ["a", planted])).toEqual(["a", { id: 1 }]);
  const tree = z.object({
    id: z.number(),
    get parts() {
      return z.array(z.lazy(() => tree));
    },
  }) as z.ZodMiniType;
  expect(named(tree, { ...planted, parts: [{ ...planted, parts: [] }] })).toEqual({
    id: 1,
    parts: [{ id: 1, parts: [] }],
  });
  const either = z.union([z.string(), object]);
  expect([named(either, planted), named(either, "text")]).toEqual([{ id: 1 }, "text"]);
  expect(named(z.union([z.string(), z.number()]), 7)).toBe(7);
});

it("refuses a union of several objects without a discriminator", () => {
  const schema = z.union([z.object({ id: z.number() }), z.object({ name: z.string() })]);
  expect(() => named(schema, { id: 1 })).toThrow("needs a discriminator");
});
