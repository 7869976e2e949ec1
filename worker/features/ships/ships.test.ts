import { expect, it } from "vitest";
import { organization, person, raw } from "../../testing/world.ts";

const PATH = "/api/uex/sync-status";
const sync = (organizationId: number, status: string, records: number, createdAt: string) =>
  raw.DB.prepare(
    "insert into ship_syncs (organization_id, status, records_processed, created_at) values (?, ?, ?, ?)",
  )
    .bind(organizationId, status, records, createdAt)
    .run();

it("the status is the organization's newest sync, null before the first", async () => {
  const administrator = await person("administrator");
  await sync(await organization(), "failed", 0, "2026-11-22T04:00:00.000Z");
  expect(await administrator.ok("GET", PATH)).toBeNull();
  await sync(1, "completed", 214, "2026-11-20T04:00:00.000Z");
  const tag = (await administrator.call("GET", PATH)).headers.get("ETag") ?? "";
  await sync(1, "pending", 0, "2026-11-21T04:00:00.000Z");
  const answer = await administrator.call("GET", PATH, { headers: { "If-None-Match": tag } });
  expect(JSON.parse(answer.text)).toEqual({
    createdAt: "2026-11-21T04:00:00.000Z",
    status: "pending",
    recordsProcessed: 0,
    added: 0,
    updated: 0,
    removed: 0,
    unreadable: 0,
    error: null,
    waiting: null,
    completed: { createdAt: "2026-11-20T04:00:00.000Z", recordsProcessed: 214, startedBy: null },
  });
});
