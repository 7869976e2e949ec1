import * as z from "zod/mini";
import { inSession, ownsOr, requires } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { whereOf } from "../auth/index.ts";
import { byCookie } from "../referrals/index.ts";
import { changeBlock, listBlocks } from "./blocks.ts";
import { correctOwn, saveDraft, withdrawOwn, writeOwn } from "./change.ts";
import { changeDoor, getDoor } from "./doors.ts";
import * as schema from "./joining.schema.ts";
import { getOwn } from "./own.ts";
import { getApplication, getReviewed, writeToApplicant } from "./review.ts";
import { sendOwn } from "./send.ts";
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from "./templates.ts";

const administers = requires("admin.system");

export const getReviewedRoute = get("/review-threads", {
  access: ownsOr("prospects.read_all", { among: ["prospects.read"] }),
  query: schema.reviewQuery,
  answers: schema.reviewed,
  depends: ["admissions", "prospects"],
  summary: "Find the application of a thread in Discord",
  run: getReviewed,
});

export const writeToApplicantRoute = post("/admissions/:id/messages", {
  access: ownsOr("prospects.read_all", { among: ["prospects.write"] }),
  body: schema.answerInput,
  answers: created(schema.message),
  summary: "Write to an applicant",
  run: writeToApplicant,
});

export const joiningRoutes = [
  get("/admissions/own", {
    access: inSession(),
    answers: schema.ownAdmission,
    // Without an entity tag: a draft raises no topic.
    summary: "Read the caller's own application from outside",
    run: getOwn,
  }),
  put("/admissions/own/draft", {
    access: inSession(),
    body: schema.draftInput,
    answers: schema.admission,
    // Fewer than an edit, because the form saves itself at each pause in typing.
    rows: 10,
    summary: "Store what the caller typed of their application",
    run: saveDraft,
  }),
  post("/admissions/own/send", {
    access: inSession(),
    body: schema.sendInput,
    answers: schema.admission,
    rows: 60,
    summary: "Send the caller's application",
    async run(context, input, c) {
      const kept = byCookie.read(c);
      const { address } = whereOf(c.req.header("CF-Connecting-IP") ?? null);
      const sent = await sendOwn(context, { ...input, by: input.by ?? kept ?? null }, address);
      // Whoever applies next in this browser did not come by it.
      if (kept) byCookie.write(c, null);
      return sent;
    },
  }),
  patch("/admissions/own/answers", {
    access: inSession(),
    body: schema.correctInput,
    answers: schema.admission,
    summary: "Correct the answers of the caller's application",
    run: correctOwn,
  }),
  post("/admissions/own/withdrawal", {
    access: inSession(),
    body: schema.withdrawInput,
    answers: schema.admission,
    summary: "Take the caller's application back",
    run: withdrawOwn,
  }),
  post("/admissions/own/messages", {
    access: inSession(),
    body: schema.messageInput,
    answers: created(schema.message),
    summary: "Write to the officers about the caller's application",
    run: writeOwn,
  }),
  get("/prospects/:id/application", {
    access: ownsOr("prospects.read_all", { among: ["prospects.read"] }),
    answers: schema.prospectApplication,
    depends: ["admissions", "prospects", "members"],
    summary: "Read the newest application of a prospect",
    run: getApplication,
  }),
  writeToApplicantRoute,
  getReviewedRoute,
  get("/door-blocks/:orgId", {
    access: administers,
    answers: z.array(schema.doorBlock),
    summary: "List whom administrators keep from applying",
    run: listBlocks,
  }),
  put("/door-blocks/:orgId", {
    access: administers,
    body: schema.doorBlockInput,
    answers: z.array(schema.doorBlock),
    summary: "Keep somebody from applying, or let them apply again",
    run: changeBlock,
  }),
  get("/door/:orgId", {
    access: administers,
    answers: schema.door,
    depends: ["settings"],
    summary: "Read whether people are taken in now, and what applicants need",
    run: getDoor,
  }),
  put("/door/:orgId", {
    access: administers,
    body: schema.doorInput,
    answers: schema.door,
    summary: "Say whether people are taken in now, and what applicants need",
    run: changeDoor,
  }),
  get("/answer-templates/:orgId", {
    access: requires("prospects.write", "admin.system"),
    answers: z.array(schema.answerTemplate),
    depends: ["settings"],
    summary: "List the answers that officers send to many applicants",
    run: listTemplates,
  }),
  post("/answer-templates/:orgId", {
    access: administers,
    body: schema.addTemplateInput,
    answers: created(schema.answerTemplate),
    summary: "Add an answer to send",
    run: addTemplate,
  }),
  put("/answer-templates/:id", {
    access: administers,
    body: schema.changeTemplateInput,
    answers: schema.answerTemplate,
    summary: "Change an answer to send",
    run: changeTemplate,
  }),
  remove("/answer-templates/:id", {
    access: administers,
    answers: nothing,
    summary: "Remove an answer to send",
    run: removeTemplate,
  }),
];
