import * as z from "zod/mini";
import { requires } from "../../lib/http/access.ts";
import { created } from "../../lib/http/answers.ts";
import { get, post, put } from "../../lib/http/route.ts";
import { createForm, getVersion, listForms, publishForm, saveDraft, useVersion } from "./change.ts";
import * as schema from "./records.schema.ts";

const administers = requires("admin.system");

export const formRoutes = [
  get("/forms/:orgId", {
    access: administers,
    answers: z.array(schema.form),
    depends: ["forms"],
    summary: "List the forms with their drafts and versions",
    run: listForms,
  }),
  post("/forms/:orgId", {
    access: administers,
    body: schema.createInput,
    answers: created(schema.form),
    summary: "Create a form from its first questions",
    run: createForm,
  }),
  get("/forms/:id/versions/:number", {
    access: administers,
    answers: schema.versionContent,
    summary: "Read what a version of a form asks",
    run: getVersion,
  }),
  put("/forms/:id/draft", {
    access: administers,
    body: schema.draftInput,
    answers: schema.form,
    summary: "Save the draft of a form",
    run: saveDraft,
  }),
  post("/forms/:id/drafts", {
    access: administers,
    body: schema.useInput,
    answers: schema.form,
    summary: "Make an old version of a form its draft",
    run: useVersion,
  }),
  post("/forms/:id/publish", {
    access: administers,
    body: schema.publishInput,
    answers: schema.form,
    summary: "Publish the draft of a form as its next version",
    run: publishForm,
  }),
];
