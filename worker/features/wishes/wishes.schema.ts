import * as z from "zod/mini";
import { answersOf, inputsOf } from "../../lib/fields.schema.ts";
import { text } from "../../lib/names.schema.ts";
import { ignoredIdentity, pageLimit, recordId, recordIdText, version } from "../../lib/wire.schema.ts";
import { written } from "../../lib/written.schema.ts";
import { CATEGORIES, TITLE_LENGTH, wishFields } from "./wishes.fields.ts";

export * from "./wishes.fields.ts";

export const WISH_STATUSES = ["pending", "approved", "in_progress", "rejected", "completed"] as const;
export type WishStatus = (typeof WISH_STATUSES)[number];
/** The states on the road map, in its order. */
export const ROAD_MAP = ["in_progress", "approved", "completed"] as const satisfies readonly WishStatus[];

export const REPLY_LENGTH = 2_000;
export const COMMENT_LENGTH = 2_000;
export const REASON_LENGTH = 500;
/** Most comments of one wish and of those merged into it together, for writing and for merging. */
export const MOST_COMMENTS = 500;
/** Wishes that can be merged into one. */
export const MOST_MERGED = 50;
/** Events and contracts that one wish can become. */
export const MOST_LINKS = 20;
/** Wishes of one user that wait for an answer. */
export const MOST_PENDING = 20;
/** Most voters of a completed wish who are asked whether it works, the latest. */
export const MOST_ASKED = 500;
/** Wishes with a similar title that are shown during typing. */
export const SIMILAR = 3;

const person = z.object({ userId: z.number(), displayName: z.string(), avatarUrl: z.nullable(z.string()) });

/** A wish in a list. A merged one counts for its target, and is in no list. */
export const wish = z.object({
  id: z.number(),
  organizationId: z.number(),
  ...answersOf(wishFields),
  status: z.enum(WISH_STATUSES),
  /** Null for a user who was deleted. */
  submittedBy: z.nullable(person),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Users who voted for it or for a wish merged into it, each once. */
  votes: z.number(),
  /** Those of the last seven days, counted at each vote and every night. */
  votesThisWeek: z.number(),
  /** Includes those on wishes that are merged into it. */
  comments: z.number(),
  /** The official reply, Markdown, and who wrote it. */
  reply: z.nullable(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  /** The wish that it is merged into. */
  mergedInto: z.nullable(z.object({ id: z.number(), title: z.string() })),
  /** The reader's vote, null without one; `by` names the officer who gave it for them. */
  own: z.nullable(z.object({ by: z.nullable(z.string()), works: z.nullable(z.boolean()) })),
  version: z.number(),
  can: z.object({
    /** May change title, description, priority and category. */
    update: z.boolean(),
    delete: z.boolean(),
    vote: z.boolean(),
    comment: z.boolean(),
    /** May set the state, reply, merge, vote for others and link events and contracts. */
    decide: z.boolean(),
    /** May rate whether it works: it is completed, and the reader voted for it. */
    judge: z.boolean(),
  }),
});
export type Wish = z.infer<typeof wish>;

/** A comment, with the wish on which it was written, since the target of a merge shows it, too. */
export const comment = z.extend(written, { wish: z.object({ id: z.number(), title: z.string() }) });
export type Comment = z.infer<typeof comment>;

/** The event or contract that a wish became, if the reader may see it. */
export const wishLink = z.object({ kind: z.enum(["event", "contract"]), id: z.number(), title: z.string() });

/** A wish with its comments, merged wishes and links, GET /api/wishes/{id}/details. */
export const wishDetails = z.extend(wish, {
  /** The oldest first, with those on wishes that are merged into it. */
  thread: z.array(comment),
  /** Wishes merged into it, with their own votes. */
  merged: z.array(z.object({ id: z.number(), title: z.string(), votes: z.number() })),
  /** Includes those of wishes that are merged into it. */
  links: z.array(wishLink),
  /** Counts of voters who rated whether it works. */
  judged: z.object({ works: z.number(), fails: z.number() }),
});
export type WishDetails = z.infer<typeof wishDetails>;

export const WISH_SORTS = ["trend", "votes", "newest"] as const;
export const wishListQuery = z.strictObject({
  /** By votes of this week, by all votes, or by age. */
  sort: z._default(z.enum(WISH_SORTS), "trend"),
  status: z.optional(z.enum(WISH_STATUSES)),
  category: z.optional(z.enum(CATEGORIES)),
  /** `wishes` for those of the reader, `votes` for those with the reader's vote. */
  mine: z.optional(z.enum(["wishes", "votes"])),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type WishListQuery = z.infer<typeof wishListQuery>;

/** Open wishes with a similar title, the most similar first; at most SIMILAR. GET /api/wishes/{orgId}/similar */
export const similarQuery = z.strictObject({
  title: z.string().check(z.minLength(3), z.maxLength(TITLE_LENGTH)),
});
export type SimilarQuery = z.infer<typeof similarQuery>;

/** The wish that became an event or a contract; an empty array without one. GET /api/wishes/{orgId}/source */
export const sourceQuery = z.strictObject({ kind: z.enum(["event", "contract"]), id: recordIdText });
export type SourceQuery = z.infer<typeof sourceQuery>;
export const wishSource = z.array(z.object({ id: z.number(), title: z.string() }));

/** A new wish, which gets its author's vote. */
export const submitWishInput = z.strictObject({
  ...inputsOf(wishFields),
  title: wishFields.title.input,
  description: wishFields.description.input,
  priority: z._default(wishFields.priority.input, wishFields.priority.blank),
  category: z._default(wishFields.category.input, wishFields.category.blank),
  organizationId: z.optional(recordId),
  submittedBy: ignoredIdentity,
});
export type SubmitWishInput = z.infer<typeof submitWishInput>;

export const editWishInput = z.strictObject({ ...inputsOf(wishFields), version });
export type EditWishInput = z.infer<typeof editWishInput>;

/** A reply of null removes the reply; without one it stays. */
export const decideWishInput = z.strictObject({
  status: z.enum(WISH_STATUSES),
  reply: z.optional(z.nullable(text(REPLY_LENGTH))),
  version,
});
export type DecideWishInput = z.infer<typeof decideWishInput>;

/** Without `userId` the caller's own vote; for another member only with events.write. */
export const voteInput = z.strictObject({ userId: z.optional(recordId) });
export type VoteInput = z.infer<typeof voteInput>;
export const withdrawQuery = z.strictObject({ userId: z.optional(recordIdText) });

export const judgeInput = z.strictObject({ works: z.boolean() });
export type JudgeInput = z.infer<typeof judgeInput>;

export const mergeInput = z.strictObject({ into: recordId, version });
export type MergeInput = z.infer<typeof mergeInput>;

export const linkInput = z.strictObject({ kind: z.enum(["event", "contract"]), id: recordId });
export type LinkInput = z.infer<typeof linkInput>;

export const commentInput = z.strictObject({ text: text(COMMENT_LENGTH, 1) });
export type CommentInput = z.infer<typeof commentInput>;
export const editCommentInput = z.strictObject({ text: text(COMMENT_LENGTH, 1), version });
export type EditCommentInput = z.infer<typeof editCommentInput>;
export const removeCommentInput = z.strictObject({ reason: text(REASON_LENGTH, 1), version });
export type RemoveCommentInput = z.infer<typeof removeCommentInput>;
