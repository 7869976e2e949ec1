import * as z from "zod/mini";
import { ownsOnly, ownsOr, requires } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { decideWish, deleteWish, editWish, submitWish } from "./change.ts";
import { addComment, deleteComment, editComment, removeComment } from "./comments.ts";
import { getWish, listSimilar, listSources, listWishes } from "./list.ts";
import { linkWish, mergeWish, unlinkWish, unmergeWish } from "./merge.ts";
import { MOST_TRIGRAMS } from "./trigrams.ts";
import { judgeWish, voteForWish, withdrawVote } from "./votes.ts";
import * as schema from "./wishes.schema.ts";

const reads = requires("events.read");
const decides = requires("events.write");
const owns = ownsOr("events.write", { among: ["events.read"] });

const links = z.object({ kind: schema.wishLink.shape.kind });

export const listWishesRoute = get("/wishes/:orgId", {
  access: reads,
  query: schema.wishListQuery,
  answers: pageOf(schema.wish),
  depends: ["wishes", "members"],
  summary: "List wishes",
  run: listWishes,
});

export const listSimilarRoute = get("/wishes/:orgId/similar", {
  access: reads,
  query: schema.similarQuery,
  answers: z.array(schema.wish),
  summary: "Find open wishes with a similar title",
  run: listSimilar,
});

export const submitWishRoute = post("/wishes", {
  access: reads,
  body: schema.submitWishInput,
  answers: created(schema.wish),
  rows: 30 + MOST_TRIGRAMS,
  summary: "Submit a wish, and vote for it",
  run: submitWish,
});

export const voteForWishRoute = post("/wishes/:id/vote", {
  access: owns,
  body: z.optional(schema.voteInput),
  answers: schema.wish,
  summary: "Vote for a wish, as an officer also for another member",
  run: voteForWish,
});

export const withdrawVoteRoute = remove("/wishes/:id/vote", {
  access: owns,
  query: schema.withdrawQuery,
  answers: schema.wish,
  rows: 30,
  summary: "Take a vote back",
  run: withdrawVote,
});

export const judgeWishRoute = put("/wishes/:id/works", {
  access: reads,
  body: schema.judgeInput,
  answers: schema.wish,
  summary: "Say whether a completed wish works",
  run: judgeWish,
});

export const wishRoutes = [
  listWishesRoute,
  listSimilarRoute,
  get("/wishes/:orgId/source", {
    access: reads,
    query: schema.sourceQuery,
    answers: schema.wishSource,
    depends: ["wishes"],
    partly: ["contracts", "events"],
    summary: "Name the wishes that an event or a contract came from",
    run: listSources,
  }),
  get("/wishes/:id/details", {
    access: reads,
    answers: schema.wishDetails,
    depends: ["wishes", "members", "events"],
    partly: ["contracts"],
    summary: "Read one wish with its comments, and what it became",
    run: getWish,
  }),
  submitWishRoute,
  patch("/wishes/:id", {
    access: owns,
    body: schema.editWishInput,
    answers: schema.wish,
    rows: ({ title }) => (title === undefined ? 20 : 20 + 2 * MOST_TRIGRAMS),
    summary: "Change what a wish says",
    run: editWish,
  }),
  remove("/wishes/:id", {
    access: owns,
    answers: nothing,
    rows: 400,
    summary: "Delete a wish with its votes and comments",
    run: deleteWish,
  }),
  voteForWishRoute,
  withdrawVoteRoute,
  patch("/wishes/:id/status", {
    access: decides,
    body: schema.decideWishInput,
    answers: schema.wish,
    summary: "Set the state of a wish, with an official reply",
    run: decideWish,
  }),
  judgeWishRoute,
  post("/wishes/:id/merge", {
    access: decides,
    body: schema.mergeInput,
    answers: schema.wish,
    rows: 30,
    summary: "Merge a wish into another one, where its votes and comments count from then on",
    run: mergeWish,
  }),
  remove("/wishes/:id/merge", {
    access: decides,
    answers: schema.wish,
    rows: 30,
    summary: "Undo a merge",
    run: unmergeWish,
  }),
  post("/wishes/:wishId/links", {
    access: decides,
    body: schema.linkInput,
    answers: schema.wishDetails,
    summary: "Link a wish to the event or contract that it became",
    run: linkWish,
  }),
  remove("/wishes/:wishId/links/:kind/:id", {
    access: decides,
    params: links,
    answers: schema.wishDetails,
    summary: "Take such a link back",
    run: unlinkWish,
  }),
  post("/wishes/:id/comments", {
    access: reads,
    body: schema.commentInput,
    answers: created(schema.comment),
    summary: "Comment on a wish",
    run: addComment,
  }),
  patch("/wish-comments/:id", {
    access: ownsOnly("events.read"),
    body: schema.editCommentInput,
    answers: schema.comment,
    summary: "Change one's own comment",
    run: editComment,
  }),
  remove("/wish-comments/:id", {
    access: ownsOnly("events.read"),
    answers: nothing,
    summary: "Delete one's own comment",
    run: deleteComment,
  }),
  post("/wish-comments/:id/removal", {
    access: decides,
    body: schema.removeCommentInput,
    answers: schema.comment,
    summary: "Remove a member's comment, with a reason",
    run: removeComment,
  }),
];
