import * as z from "zod/mini";
import { API } from "../app.ts";

const TEMPLATES = new Set(API.map(({ path }) => `/api${path}`));
const count = z.number().check(z.int(), z.nonnegative());
const word = z.string().check(z.regex(/^\w+$/));
const cost = { trips: count, rowsRead: count, rowsWritten: count, ms: count };
const uuid = z.uuid();

/** The properties of a line of the log by its kind; any other property is a fault. */
const LINES = {
  request: z.strictObject({
    ...{ level: z.enum(["info", "error"]), what: z.string(), requestId: uuid, method: word, ...cost },
    route: z.nullable(z.string().check(z.refine((path) => TEMPLATES.has(path)))),
    status: z.number(),
    code: z.optional(word),
    actor: z.enum(["session", "token", "interaction", "gateway", "nobody"]),
  }),
  job: z.strictObject({
    ...{ level: word, what: z.string(), name: word, outcome: word, code: z.optional(word), ...cost },
    actor: z.literal("job"),
  }),
  tick: z.strictObject({
    ...{ level: word, what: z.string(), name: word, outcome: word, ...cost },
    actor: z.literal("job"),
  }),
  fault: z.strictObject({
    ...{ level: z.enum(["warn", "error"]), what: z.string(), at: word },
    ...{ requestId: z.optional(uuid), code: z.optional(word), name: z.optional(z.string()) },
    ...{ bot: z.optional(z.number()), kind: z.optional(z.string()), attempts: z.optional(z.number()) },
    error: z.optional(z.string()),
    places: z.optional(z.array(z.string())),
  }),
};

type Line = Record<string, unknown>;

/** Parses the lines of a log. */
export const parsedLines = (lines: readonly string[]): Line[] =>
  lines.map((line) => JSON.parse(line) as Line);

/** A sentence for each line that says something else than lines of its kind. */
export const faultsOfLines = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => {
    const { error } = LINES[line["what"] as keyof typeof LINES]?.safeParse(line) ?? { error: "no such kind" };
    return error ? [`${JSON.stringify(line)}: ${String(error)}`] : [];
  });
