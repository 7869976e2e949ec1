import * as z from "zod/mini";
import { inSession } from "./access.ts";
import type { Answers } from "./answers.ts";
import { get } from "./route.ts";

/** Most paths of one request. */
const MOST = 20;

const path = z.string().check(z.maxLength(1_000), z.regex(/^\/api\/[\x21-\x7e]+$/));

/** The answer of one path, as it answers a request of its own; `link` names the next page of a list (RFC 8288). */
const answer = z.object({ status: z.int(), link: z.optional(z.string()), body: z.unknown() });

const answers: Answers<string> = {
  status: 200,
  content: { type: "application/json", schema: z.array(answer) },
  respond: (c, text) => c.body(text, 200, { "Content-Type": "application/json" }),
};

/** Writes an answer around its body, which is JSON already. */
async function written(response: Response): Promise<string> {
  const link = response.headers.get("Link");
  const { status } = response;
  const head = JSON.stringify({ status, ...(link ? { link } : {}) }).slice(0, -1);
  return `${head},"body":${(await response.text()) || null}}`;
}

export const batchRoutes = [
  get("/batch", {
    access: inSession(),
    query: z.strictObject({ path: z.union([path, z.array(path).check(z.minLength(1), z.maxLength(MOST))]) }),
    answers,
    summary: `Read up to ${MOST} paths that answer JSON, in one request`,
    run: async (_, { path: paths }, c) => {
      const all = await c.var.readParts([paths].flat());
      return `[${(await Promise.all(all.map(written))).join()}]`;
    },
  }),
];
