import * as z from "zod/mini";
import { inSession, proven, requires, signedIn } from "../../lib/http/access.ts";
import { nothing } from "../../lib/http/answers.ts";
import { get, remove } from "../../lib/http/route.ts";
import { endSessionsInput, sessionOfUser, userSession } from "./sessions.schema.ts";
import { ENDING_ROWS, endSessions, listSessions, listSessionsOfUser } from "./sessions.ts";

export const sessionRoutes = [
  get("/user/sessions", {
    access: inSession(),
    answers: z.array(userSession),
    summary: "List the caller's sessions",
    run: listSessions,
  }),
  remove("/user/sessions", {
    access: proven(signedIn()),
    body: z.optional(endSessionsInput),
    answers: nothing,
    rows: ENDING_ROWS,
    reserve: "ending",
    summary: "End one of the caller's sessions, or all but this one",
    run: endSessions,
  }),
  get("/users/:id/sessions", {
    access: requires("admin.users"),
    answers: z.array(sessionOfUser),
    summary: "List the sessions of a user",
    run: listSessionsOfUser,
  }),
];
