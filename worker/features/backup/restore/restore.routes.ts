import * as z from "zod/mini";
import type { MemberContext } from "../../../lib/context.ts";
import { proven, requires } from "../../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../../lib/http/answers.ts";
import { openUncounted, type RequestContext } from "../../../lib/http/app.ts";
import { get, post, remove } from "../../../lib/http/route.ts";
import { storedBackup } from "../backup.schema.ts";
import { listStored, openStored } from "../bucket.ts";
import type { BackupPlan } from "../export.ts";
import { applyRestore, resume } from "./apply.ts";
import { unpacked } from "./read.ts";
import { restoreErrors } from "./restore.errors.ts";
import { applyInput, restore, restoreRow, restoring, rowsQuery, storedInput } from "./restore.schema.ts";
import { getRestore, getRestoring, rehearse, rehearseKept, setAside } from "./restore.ts";
import { listRows } from "./rows.ts";

/**
 * A document sets who holds which role: a user who uploads one can gain every permission. A rehearsal writes a row for each
 * change.
 */
const access = proven(requires("admin.restore"));

/** Exempts the rows of a whole organization from its user's budget of the day. */
const uncounted = <Context extends { db: unknown }>(context: Context, c: RequestContext) => ({
  ...context,
  db: openUncounted(c).db,
});

/** The document in a request, packed or not. @throws AppError restore_no_backup without one */
function documentOf(c: RequestContext): AsyncIterable<Uint8Array> {
  const { body, headers } = c.req.raw;
  if (!body) throw restoreErrors.restore_no_backup();
  return headers.get("Content-Encoding") === "gzip" ? unpacked(body) : body;
}

/** Rehearses a document and returns its changes. */
async function rehearseNow(
  context: MemberContext,
  plan: BackupPlan,
  document: AsyncIterable<Uint8Array>,
  c: RequestContext,
) {
  const own = uncounted(context, c);
  const row = await rehearse(own, plan, document);
  return getRestore(own, { id: row.id });
}

export const restoreRoutes = (plan: BackupPlan) => [
  get("/backups/:orgId/stored", {
    access: requires("admin.restore"),
    answers: z.array(storedBackup),
    summary: "List the backups in the bucket, newest first",
    run: listStored,
  }),
  get("/restores/:orgId", {
    access: requires("admin.system"),
    answers: restoring,
    depends: ["restores", "pauses"],
    summary: "Read the restore that is worked on, and whether automation is paused",
    run: getRestoring,
  }),
  post("/backup/restores", {
    access,
    answers: created(restore),
    rows: 0,
    summary: "Rehearse to restore a backup, which is the body: says what would come, change and go",
    run: (context, _, c) => rehearseNow(context, plan, documentOf(c), c),
  }),
  post("/backup/restores/stored", {
    access,
    body: storedInput,
    answers: created(restore),
    rows: 0,
    summary: "Rehearse to restore a backup that is in the bucket",
    run: async (context, input, c) => rehearseNow(context, plan, await openStored(context, input), c),
  }),
  post("/backup/restores/:id/rehearse", {
    access,
    answers: restore,
    rows: 0,
    summary: "Rehearse to bring back what was there before a restore",
    async run(context, input, c) {
      const own = uncounted(context, c);
      const row = await rehearseKept(own, plan, input);
      return getRestore(own, { id: row.id });
    },
  }),
  get("/backup/restores/:id", {
    access: requires("admin.system"),
    answers: restore,
    depends: ["restores"],
    summary: "Read a restore",
    run: getRestore,
  }),
  get("/backup/restores/:id/rows", {
    // Its rows show data of a document that the reader may not see elsewhere.
    access: requires("admin.restore"),
    query: rowsQuery,
    answers: pageOf(restoreRow),
    depends: ["restores"],
    summary: "Read what becomes of which row, losses first",
    run: (context, input) => listRows(context, plan, input),
  }),
  post("/backup/restores/:id/apply", {
    access,
    body: applyInput,
    answers: restore,
    rows: 0,
    summary: "Apply a rehearsed restore, as far as one request comes; again until it is done",
    async run(context, input, c) {
      const own = uncounted(context, c);
      const row = await applyRestore(own, plan, input);
      // Answers in the same request: the administrator may not exist in the restored data.
      return getRestore(own, { id: row.id });
    },
  }),
  remove("/backup/restores/:id", {
    access,
    answers: nothing,
    rows: 0,
    summary: "Put a restore aside; one that runs is stopped, and nothing was changed",
    run: (context, input, c) => setAside(uncounted(context, c), input),
  }),
  post("/pauses/:orgId/resume", {
    access: proven(requires("admin.system")),
    answers: nothing,
    summary: "Let everything act by itself again",
    run: resume,
  }),
];
