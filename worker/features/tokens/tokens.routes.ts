import { inSession, ofMembers, proven } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, post, remove } from "../../lib/http/route.ts";
import type { PermissionTexts } from "../roles/index.ts";
import * as schema from "./tokens.schema.ts";
import { listTokens, makeToken, revokeToken } from "./tokens.ts";

/** @param texts the texts of the product's permissions */
export const tokenRoutes = (texts: PermissionTexts) => [
  get("/tokens", {
    access: inSession(),
    answers: schema.ownTokens,
    summary: "List the caller's tokens, and the permissions that a new one can be given",
    run: (context) => listTokens(context, texts),
  }),
  post("/tokens", {
    access: proven(ofMembers()),
    body: schema.makeTokenInput,
    answers: created(schema.newToken),
    summary: "Make a token, which is answered once",
    run: makeToken,
  }),
  remove("/tokens/:id", {
    access: inSession(),
    answers: nothing,
    summary: "Revoke a token of the caller",
    run: revokeToken,
  }),
];
