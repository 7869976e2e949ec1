import * as z from "zod/mini";
import { inSession, ownsOnly, proven, requires, signedIn } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, post, put, remove } from "../../lib/http/route.ts";
import { ENDING_ROWS } from "../sessions/index.ts";
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from "./authenticator.ts";
import { getSecondFactors, removeFactorsOfMember } from "./factors.ts";
import { addPasskey, askPasskeys, beginPasskey, removePasskey } from "./passkeys.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import * as schema from "./second-factor.schema.ts";

const provenSelf = proven(signedIn());

export const secondFactorRoutes = [
  get("/user/second-factor", {
    access: inSession(),
    answers: schema.secondFactors,
    summary: "Read the caller's second factors",
    run: getSecondFactors,
  }),
  post("/user/second-factor/authenticator", {
    access: provenSelf,
    answers: created(schema.authenticatorSecret),
    summary: "Begin to add an authenticator app",
    run: beginAuthenticator,
  }),
  put("/user/second-factor/authenticator", {
    access: provenSelf,
    body: schema.codeInput,
    answers: schema.newRecoveryCodes,
    rows: ENDING_ROWS,
    summary: "Confirm the new authenticator app by a code of it",
    run: confirmAuthenticator,
  }),
  remove("/user/second-factor/authenticator", {
    access: provenSelf,
    answers: nothing,
    summary: "Remove the caller's authenticator app",
    run: removeAuthenticator,
  }),
  post("/user/second-factor/passkeys/options", {
    access: provenSelf,
    answers: schema.creationOptions,
    summary: "Begin to add a passkey",
    run: beginPasskey,
  }),
  post("/user/second-factor/passkeys", {
    access: provenSelf,
    body: schema.passkeyInput,
    answers: created(schema.newRecoveryCodes),
    rows: ENDING_ROWS,
    summary: "Add a passkey",
    run: addPasskey,
  }),
  remove("/user/second-factor/passkeys/:id", {
    access: proven(ownsOnly()),
    answers: nothing,
    summary: "Remove one of the caller's passkeys",
    run: removePasskey,
  }),
  post("/user/second-factor/recovery-codes", {
    access: provenSelf,
    answers: created(schema.newRecoveryCodes),
    // Ten deleted rows and ten added ones.
    rows: 60,
    summary: "Make new recovery codes",
    run: makeRecoveryCodes,
  }),
  post("/user/confirm/passkey", {
    access: inSession(),
    answers: z.nullable(schema.assertionOptions),
    reserve: "proof",
    summary: "Ask the caller's passkeys to prove who they are",
    run: askPasskeys,
  }),
  remove("/members/:id/second-factor", {
    access: proven(requires("admin.users")),
    answers: nothing,
    rows: ENDING_ROWS,
    summary: "Remove the second factors of a member",
    run: removeFactorsOfMember,
  }),
];
