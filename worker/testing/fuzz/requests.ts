import fc from "fast-check";
import type { $ZodType } from "zod/v4/core";
import { API } from "../../app.ts";
import { cookieNames } from "../../lib/http/cookie.ts";
import { type Generated, ROUTES, type Scene } from "../routes.ts";
import { oddHeaders } from "./headers.ts";
import { broken, type Mutation, mutated, mutation } from "./mutate.ts";
import { TEXTS, valueFor } from "./values.ts";

/** A route with a valid request. */
export type Base = {
  route: string;
  isForGateway: boolean;
  generated: Generated;
  path: string;
  body: unknown;
  headers: Record<string, string>;
  reads: { query?: $ZodType | undefined; json?: $ZodType | undefined };
};

/** A request to send; `caller` is an index in a list of callers. */
export type Sent = {
  base: Base;
  caller: number;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  /** Headers that come before all others, a signature's included. */
  odd: Record<string, string>;
};

/** Returns valid requests of all routes that answer a document. */
export async function basesOf(scene: Scene): Promise<Base[]> {
  const reads = new Map(API.map(({ name, query, body }) => [name, { query, json: body }]));
  const bases: Base[] = [];
  for (const { route, access, request, generated = {} } of ROUTES) {
    if (route === "GET /api/live") continue;
    const { path, body, headers = {} } = await request(scene);
    bases.push({
      route,
      isForGateway: access === "gateway",
      generated,
      path,
      body,
      headers,
      reads: reads.get(route) ?? {},
    });
  }
  return bases;
}

const percent = (text: string) => encodeURIComponent(text.toWellFormed());

/** A path segment in the place of an id: another id, or none at all. */
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        "0",
        "-1",
        "1.5",
        "1e3",
        "0x1",
        "9".repeat(15),
        "9".repeat(40),
        "%00",
        "%ED%A0%80",
        "..",
        "__proto__",
        "1%2f2",
      ],
      ...[
        "active",
        "intro",
        "priority",
        "counts",
        "debug_mode",
        "transfer_fee",
        "prospects.read",
        "custom.none",
        "%20",
      ],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...TEXTS).map(percent) },
);

const queryOf = (schema: $ZodType): fc.Arbitrary<Record<string, unknown>> =>
  valueFor(schema) as fc.Arbitrary<Record<string, unknown>>;

const asQuery = (values: unknown): string => {
  if (typeof values !== "object" || values === null) return "";
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${percent(name)}=${percent(typeof value === "string" ? value : JSON.stringify(value))}`],
  );
  return pairs.length ? `?${pairs.join("&")}` : "";
};

/** @param callers the number of callers; the base was made for the first one */
function requestOf(base: Base, callers: number): fc.Arbitrary<Sent> {
  const { json, query } = base.reads;
  const [method = "", template = ""] = base.route.split(" ");
  const [path = "", asked] = base.path.split("?");
  const names = template.split("/");
  const takesBody = method !== "GET";
  return fc
    .record({
      caller: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 3, arbitrary: fc.nat(callers - 1) },
      ),
      segments: fc.array(fc.option(segment, { freq: 4 }), {
        minLength: names.length,
        maxLength: names.length,
      }),
      isElsewhere: fc.nat(3).map((each) => each === 0),
      body: fc.oneof(
        { weight: 4, arbitrary: fc.constant(base.body) },
        { weight: json ? 4 : 0, arbitrary: json ? valueFor(json) : fc.constant(undefined) },
        { weight: json ? 1 : 0, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
      ),
      mutations: fc.oneof(
        { weight: 4, arbitrary: fc.constant<Mutation[]>([]) },
        { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
      ),
      query: query ? fc.option(queryOf(query), { freq: 1 }) : fc.constant(null),
      queryMutations: fc.array(mutation, { maxLength: query ? 1 : 0 }),
      cut: fc.option(
        fc.record({ at: fc.nat(5_000), by: fc.constantFrom("", "\u0000", '"', "}", "[", "\ufeff", ",") }),
        {
          freq: 12,
          nil: null,
        },
      ),
      odd: oddHeaders([...cookieNames]),
    })
    .map(({ caller, segments, isElsewhere, body, mutations, query, queryMutations, cut, odd }): Sent => {
      const places = path.split("/").map((each, at) => {
        const isName = names[at]?.startsWith(":") && names[at] !== ":orgId";
        const isPlace = isName || (names[at] === ":orgId" && isElsewhere);
        return (isPlace && isElsewhere && segments[at]) || each;
      });
      const asks = query && asQuery(queryMutations.reduce<unknown>(mutated, query));
      const value = mutations.reduce<unknown>(mutated, body ?? (mutations.length ? {} : undefined));
      const text = value === undefined ? undefined : JSON.stringify(value);
      return {
        base,
        caller,
        path: places.join("/") + (asks ?? (asked === undefined ? "" : `?${asked}`)),
        body: takesBody && text !== undefined ? (cut ? broken(text, cut.at, cut.by) : text) : undefined,
        headers: base.headers,
        odd,
      };
    });
}

/** Generates requests by mutating valid ones and from the schemas of the routes. */
export const requestsOf = (bases: readonly Base[], callers: number): fc.Arbitrary<Sent> =>
  fc.oneof(
    ...bases.map((base) => ({ weight: base.generated.isHeavy ? 1 : 8, arbitrary: requestOf(base, callers) })),
  );
