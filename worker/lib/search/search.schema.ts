import * as z from "zod/mini";
import { line } from "../names.schema.ts";
import { TEXT_LENGTH } from "./likeness.schema.ts";

/** The groups of what a search finds, in the order in which they are shown. */
export const SEARCH_GROUPS = ["people", "contracts", "events", "wishes", "ships", "bots"] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** Most hits of a group. */
export const GROUP_HITS = 5;

/** A record that a search found. */
const searchHit = z.object({
  kind: z.enum(["member", "prospect", "contract", "event", "wish", "ship", "bot"]),
  id: z.number(),
  title: z.string(),
  /** A second name: a username, or who makes a ship. */
  name: z.nullable(z.string()),
  /** Role, state or amount in the reader's language; may be empty. */
  line: z.string(),
  /** When an event starts. */
  at: z.nullable(z.string()),
  /** Address in the app that opens it. */
  path: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** It is a prospect that the reader can assign to themselves. */
  canTake: z.boolean(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** GET /api/search: the groups in which something was found, the most alike first in each. */
export const searchAnswer = z.array(z.object({ group: z.enum(SEARCH_GROUPS), hits: z.array(searchHit) }));
export type SearchAnswer = z.infer<typeof searchAnswer>;

const isGroup = (text: string): text is SearchGroup => (SEARCH_GROUPS as readonly string[]).includes(text);

export const searchQuery = z.strictObject({
  q: line(TEXT_LENGTH, 1),
  /** Groups to search, parted by commas; all of them when left out. */
  in: z.optional(
    z.pipe(
      z.string().check(
        z.maxLength(100),
        z.refine((text: string) => text.split(",").every(isGroup)),
      ),
      z.transform((text: string) => text.split(",").filter(isGroup)),
    ),
  ),
});
export type SearchQuery = z.infer<typeof searchQuery>;
