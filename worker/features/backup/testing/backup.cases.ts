import { type Holders, type RouteCase, read } from "../../../testing/cases.ts";
import { insert } from "../../../testing/database.ts";
import { raw } from "../../../testing/world.ts";

/** Inserts a rehearsed restore of organization 1 without changes; returns its id. */
async function makeRestore(): Promise<number> {
  await raw.DB.prepare("delete from restores where state = 'running'").run();
  return insert("restores", {
    ...{
      organization_id: 1,
      state: "rehearsed",
      source: "upload",
      confirm: "Command Centre",
      sections: "[]",
    },
    ...{ locked_secrets: 0, created_at: "2026-01-01T00:00:00.000Z", created_by: "Ada", steps: "[]", done: 0 },
    kept_until: "2126-01-01T00:00:00.000Z",
    document: JSON.stringify({
      ...{ bytes: 1, createdAt: "2026-01-01T00:00:00.000Z", createdBy: "Ada", version: 2, schema: "" },
      ...{ tables: 0, rows: 0, changesMeanwhile: 0 },
    }),
  });
}

const onRestore = (
  method: string,
  rest: string,
  more: Partial<RouteCase> & { body?: Record<string, unknown> } = {},
): RouteCase => {
  const { body, ...others } = more;
  return {
    route: `${method} /api/backup/restores/:id${rest}`,
    access: [method === "GET" && rest === "" ? "admin.system" : "admin.restore"],
    request: async () => ({
      path: `/api/backup/restores/${await makeRestore()}${rest}`,
      ...(body ? { body } : {}),
    }),
    ofOrganization: true,
    ...others,
  };
};

export const holders: Holders = { "admin.restore": ["administrator"] };

export const cases: RouteCase[] = [
  {
    route: "GET /api/backup/export",
    access: ["admin.system"],
    kind: "file",
    generated: { isHeavy: true },
    proof: true,
    request: () => ({ path: "/api/backup/export" }),
    // Reads a page of a table at a time, while it is sent.
    trips: 1_000,
  },
  read("/api/backups/:orgId", ["admin.system"], "/api/backups/1"),
  read("/api/restores/:orgId", ["admin.system"], "/api/restores/1", { trips: 3 }),
  {
    route: "POST /api/backup/restores",
    access: ["admin.restore"],
    proof: true,
    // A document has a text format of its own, which tests of restoring send.
    request: () => ({ path: "/api/backup/restores", body: {} }),
    status: 422,
    code: "restore_no_backup",
    generated: { isHeavy: true },
    // Reads the layout of the database, and discards what it had begun.
    budget: { trips: 6, written: 8, grows: true },
  },
  read("/api/backups/:orgId/stored", ["admin.restore"], "/api/backups/1/stored"),
  {
    route: "POST /api/backup/restores/stored",
    access: ["admin.restore"],
    proof: true,
    request: () => ({ path: "/api/backup/restores/stored", body: { name: "crm-backup-202601010000.json" } }),
    // The bucket is empty.
    status: 404,
    code: "not_found",
  },
  onRestore("GET", "", { trips: 4 }),
  // Reads the layout of the tables of a page, too.
  onRestore("GET", "/rows", { budget: { trips: 5, written: 0, read: (answered) => 3 * answered + 700 } }),
  {
    route: "POST /api/backup/restores/:id/rehearse",
    access: ["admin.restore"],
    proof: true,
    async request() {
      const id = await makeRestore();
      await raw.DB.prepare("update restores set source = 'before' where id = ?").bind(id).run();
      return { path: `/api/backup/restores/${id}/rehearse` };
    },
    ofOrganization: true,
    // A few for each table, as for an uploaded document.
    budget: { trips: 1_000, written: Number.POSITIVE_INFINITY, grows: true },
    // A row for each change.
    generated: { isHeavy: true, adds: 10_000 },
  },
  // A request runs as many steps as its time allows.
  onRestore("POST", "/apply", {
    proof: true,
    body: { confirm: "Command Centre" },
    budget: { trips: 1_000, written: Number.POSITIVE_INFINITY, grows: true },
    generated: { isHeavy: true },
  }),
  onRestore("DELETE", "", { proof: true, status: 204, trips: 4 }),
  {
    route: "POST /api/pauses/:orgId/resume",
    access: ["admin.system"],
    proof: true,
    request: () => ({ path: "/api/pauses/1/resume" }),
    ofOrganization: true,
    // Includes those after the answer, for bots with auto-start.
    trips: 5,
    status: 204,
  },
];
