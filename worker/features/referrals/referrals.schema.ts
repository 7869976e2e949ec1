import * as z from "zod/mini";
import { line, personName } from "../../lib/names.schema.ts";
import { recordId } from "../../lib/wire.schema.ts";

/** The code of a link to /join. */
export const JOIN_CODE = /^[\w-]{4,40}$/;

export const SOURCE_KINDS = ["member", "advertisement", "recruiter"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** People of whom a share is told; of fewer the two numbers stand alone. */
export const SHARE_LEAST = 20;
/** Days after which it is counted who of those that became active still is. */
export const STAYED = { month: 30, quarter: 90 } as const;
/** Sources of an organization besides members' links, ended ones included. */
export const SOURCES_MOST = 200;
/** Letters, digits, hyphens and underscores of a code. */
export const CODE_LENGTH = 8;

export const PERIODS = ["year", "all"] as const;
export type Period = (typeof PERIODS)[number];

/** How many came by a source, and what became of them; see figures.ts for each word. */
export const figures = z.object({
  came: z.number(),
  open: z.number(),
  active: z.number(),
  ofMonth: z.number(),
  afterMonth: z.number(),
  ofQuarter: z.number(),
  afterQuarter: z.number(),
});
export type Figures = z.infer<typeof figures>;

export const source = z.object({
  id: z.number(),
  kind: z.enum(SOURCE_KINDS),
  /** Of a recruiter their own; null for one whose user is deleted. */
  name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Null once it has ended. */
  code: z.nullable(z.string()),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  version: z.number(),
  can: z.object({ end: z.boolean() }),
});
export type Source = z.infer<typeof source>;

const group = z.extend(figures, {
  /** `members`, `discord`, `website`, `everybody`, or the id of another source. */
  key: z.string(),
});
export type Group = z.infer<typeof group>;

const bringer = z.object({
  id: z.number(),
  /** Null for a user who is deleted. */
  name: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  came: z.number(),
  active: z.number(),
  afterQuarter: z.number(),
});
export type Bringer = z.infer<typeof bringer>;

const period = z.object({
  /** The day from which people are counted; null where nobody has come. */
  from: z.nullable(z.string()),
  groups: z.array(group),
  /** Who brought somebody, by how many came. */
  members: z.array(bringer),
});

export const sourceOverview = z.object({
  /** Null before anybody was counted. */
  countedAt: z.nullable(z.string()),
  sources: z.array(source),
  periods: z.object({ year: period, all: period }),
  can: z.object({ add: z.boolean() }),
});
export type SourceOverview = z.infer<typeof sourceOverview>;

export const ownLink = z.object({
  /** Null before the first link, and while it is switched off. */
  code: z.nullable(z.string()),
  since: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** 0 before the first link. */
  version: z.number(),
  came: z.number(),
  active: z.number(),
  afterQuarter: z.number(),
  countedAt: z.nullable(z.string()),
});
export type OwnLink = z.infer<typeof ownLink>;

/** `version` 0 makes the first link; with that of the link another code takes the place of the old one. */
export const ownLinkInput = z.strictObject({ version: z.int().check(z.nonnegative()) });

const note = z.optional(line(120));
export const createSourceInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("advertisement"), name: personName(60), note }),
  z.strictObject({ kind: z.literal("recruiter"), userId: recordId, note }),
]);
export type CreateSourceInput = z.infer<typeof createSourceInput>;

export const endSourceInput = z.strictObject({ version: recordId });

/** Those of whom is decided: all who came, but those who are still on their way. */
export const decidedOf = ({ came, open }: Pick<Figures, "came" | "open">): number => came - open;

/** The share in percent, null where too few are counted to tell one. */
export const shareOf = (part: number, whole: number): number | null =>
  whole < SHARE_LEAST ? null : Math.round((100 * part) / whole);
