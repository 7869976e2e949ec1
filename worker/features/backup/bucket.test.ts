import { beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../features.ts";
import { JOBS } from "../../jobs.ts";
import { actorWithoutSession } from "../../lib/actor.ts";
import { CRONS } from "../../lib/crons.ts";
import { openDb } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { metered } from "../../testing/meter.ts";
import {
  type Caller,
  organization,
  person,
  prospect,
  raw,
  rows,
  send,
  settings,
} from "../../testing/world.ts";
import type { Backup, BackupState, StoredBackup } from "./backup.schema.ts";
import { openNewestBackup, PART_BYTES, storeBackup, upload } from "./bucket.ts";
import { backupPlan } from "./export.ts";
import type { Restore } from "./restore/restore.schema.ts";

const bucket = raw.BACKUPS as R2Bucket;
const tick = new Date("2026-11-22T03:30:00.000Z");
const context = (now = tick, env: Partial<Env> = {}, DB = raw.DB) => ({
  db: openDb(DB, "first-primary").db,
  env: { ...settings(), ...env },
  now,
  language: "en" as const,
});
const runDaily = (now?: Date, env?: Partial<Env>) => JOBS[CRONS.daily]?.(context(now, env));
const store = (given = context()) =>
  storeBackup(
    { ...given, actor: actorWithoutSession("job", 1, "Schedule") },
    given.env.BACKUPS as R2Bucket,
    backupPlan(FEATURES),
  );
const keys = async () => (await bucket.list()).objects.map(({ key }) => key);
const runs = () =>
  rows("select organization_id, outcome, error from job_runs where name = 'backup' order by id");
const textOf = async (key: string) => (await bucket.get(key))?.text() ?? "";

let administrator: Caller;
beforeEach(async () => {
  await bucket.delete(await keys());
  administrator = await person("administrator", 1, "Ada");
});
const state = () => administrator.ok<BackupState>("GET", "/api/backups/1");

/** Ten rows of a megabyte each, so that a backup takes two parts. */
async function fillParts(): Promise<void> {
  const id = await prospect({ display_name: "Large" });
  await raw.DB.prepare(
    `insert into prospect_history (prospect_id, action, performed_by, created_at, notes)
     select ?, 'edited', 'Ada', key, hex(zeroblob(500000)) from json_each('[0,0,0,0,0,0,0,0,0,0]')`,
  )
    .bind(id)
    .run();
}

describe("the daily backup", () => {
  it("stores the content of a download, for each organization, and is shown with the time of the next one", async () => {
    const other = await organization();
    await runDaily();
    expect(await keys()).toEqual([1, other].map((id) => `${id}/crm-backup-202611220330.json`));
    expect(await runs()).toEqual(
      [1, other].map((id) => ({ organization_id: id, outcome: "done", error: null })),
    );
    const text = await textOf("1/crm-backup-202611220330.json");
    const { header, manifest } = JSON.parse(text) as Backup;
    const { last, ...rest } = await state();
    expect(last).toEqual({
      ...{ createdAt: tick.toISOString(), createdBy: "Schedule", source: "schedule" },
      ...{ bytes: new TextEncoder().encode(text).length, tables: manifest.tables },
      ...{ rows: manifest.rows, sha256: manifest.sha256 },
    });
    expect(rest).toEqual({ bucket: true, kept: 30, next: expect.stringMatching(/T03:30:00.000Z$/) });
    expect((await bucket.head("1/crm-backup-202611220330.json"))?.customMetadata).toEqual({
      ...{ createdAt: tick.toISOString(), schema: header.schema },
      ...{ version: "2", tables: String(manifest.tables) },
    });
    expect(await rows("select key from backups where organization_id = 1")).toEqual([
      { key: "1/crm-backup-202611220330.json" },
    ]);
    expect(
      await rows(
        "select actor_kind, actor_name from audit_log where organization_id = 1 and action = 'backup.created'",
      ),
    ).toEqual([{ actor_kind: "job", actor_name: "Schedule" }]);
  });

  it("equals a download byte for byte in several parts, except time and creator", async () => {
    await fillParts();
    const cookie = { Cookie: `session=${administrator.token}` };
    const reader = (await send("/api/backup/export", { headers: cookie })).body?.getReader();
    const decoder = new TextDecoder();
    let downloaded = "";
    // Stops before the end, where it would be recorded and so become part of the other one.
    while (!downloaded.includes('"manifest":')) {
      downloaded += decoder.decode((await reader?.read())?.value, { stream: true });
    }
    await reader?.cancel();
    const { key, bytes } = await store();
    expect(bytes).toBeGreaterThan(PART_BYTES);
    // The checksum of the document covers its time and creator, too.
    const plain = (text: string) =>
      text.replace(/"createdAt":"[^"]*","createdBy":"[^"]*"/, "").replace(/,"document":"[^"]*"/, "");
    const stored = await textOf(key);
    expect(plain(stored) === plain(downloaded)).toBe(true);
    expect(new TextEncoder().encode(stored)).toHaveLength(bytes);
  });

  it("keeps the newest 30 of 33, of its own organization alone", async () => {
    const older = Array.from({ length: 32 }, (_, at) => `crm-backup-2026${String(1001 + at)}0330.json`);
    await Promise.all(older.flatMap((name) => [bucket.put(`1/${name}`, ""), bucket.put(`11/${name}`, "")]));
    await bucket.put("1/a-file-of-others", "");
    // R2 lists objects in pages.
    const inParts = new Proxy(bucket, {
      get(real, name) {
        if (name === "list") return (options: R2ListOptions) => real.list({ ...options, limit: 7 });
        const value: unknown = Reflect.get(real, name);
        return typeof value === "function" ? value.bind(real) : value;
      },
    });
    await store(context(tick, { BACKUPS: inParts }));
    const kept = (await bucket.list({ prefix: "1/" })).objects.map(({ key }) => key);
    expect(kept).toEqual([
      "1/a-file-of-others",
      ...older.slice(3).map((name) => `1/${name}`),
      "1/crm-backup-202611220330.json",
    ]);
    expect((await bucket.list({ prefix: "11/" })).objects).toHaveLength(32);
  });

  it("is aborted when its second part fails, lists and deletes nothing, and is reported", async () => {
    await fillParts();
    const older = Array.from({ length: 31 }, (_, at) => `1/crm-backup-2026${String(1001 + at)}0330.json`);
    await Promise.all(older.map((key) => bucket.put(key, "")));
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let begun: R2MultipartUpload | undefined;
    const failing = {
      list: (options: R2ListOptions) => bucket.list(options),
      async createMultipartUpload(key: string, options: R2MultipartOptions) {
        const real = await bucket.createMultipartUpload(key, options);
        begun = real;
        return {
          async uploadPart(part: number, value: Uint8Array) {
            if (part === 2) throw new Error("R2 is away");
            return real.uploadPart(part, value);
          },
          abort: () => real.abort(),
        };
      },
    } as unknown as R2Bucket;
    await runDaily(tick, { BACKUPS: failing });
    expect(quiet.mock.calls.join()).toContain("R2 is away");
    quiet.mockRestore();
    expect(await runs()).toEqual([{ organization_id: 1, outcome: "failed", error: "job_failed" }]);
    expect(await keys()).toEqual(older);
    await expect(begun?.uploadPart(2, "late")).rejects.toThrow();
    expect((await state()).last).toBeNull();
  });

  it("is not made without a bucket, which is reported", async () => {
    const { BACKUPS: _, ...without } = settings();
    await JOBS[CRONS.daily]?.({ ...context(), env: without });
    expect(await runs()).toEqual([]);
    const { text } = await administrator.call("GET", "/api/backups/1", {
      settings: { BACKUPS: undefined } as never,
    });
    expect(JSON.parse(text)).toEqual({ last: null, bucket: false, next: null, kept: 30 });
    expect(await openNewestBackup(without, 1)).toBeNull();
  });

  it("writes a few rows, whatever its size", async () => {
    const { database, meter } = metered(raw.DB);
    await store(context(tick, {}, database));
    expect(meter.rowsWritten).toBeLessThanOrEqual(6);
  });
});

it("holds at most one part and one piece of an upload in memory, and leaves no part out", async () => {
  const PIECE = 3_000_000;
  let read = 0;
  let taken = 0;
  let most = 0;
  async function* text(): AsyncGenerator<string, { rows: number }> {
    for (; read < 6 * PIECE; ) {
      read += PIECE;
      most = Math.max(most, read - taken);
      yield "x".repeat(PIECE);
    }
    return { rows: 6 };
  }
  const counting = {
    async createMultipartUpload(key: string) {
      const real = await bucket.createMultipartUpload(key);
      return {
        async uploadPart(part: number, value: Uint8Array) {
          const done = await real.uploadPart(part, value);
          taken += value.length;
          return done;
        },
        complete: (parts: R2UploadedPart[]) => real.complete(parts),
      };
    },
  } as unknown as R2Bucket;
  expect(await upload(counting, "1/large", text(), {})).toEqual({ rows: 6, bytes: 6 * PIECE });
  expect(most).toBeLessThan(PART_BYTES + PIECE);
  expect((await bucket.head("1/large"))?.size).toBe(6 * PIECE);
});

it("opens the newest stored backup of the own organization as a stream", async () => {
  expect(await openNewestBackup(settings(), 1)).toBeNull();
  await store(context(new Date("2026-11-21T03:30:00.000Z")));
  await store();
  await bucket.put("2/crm-backup-202612010330.json", "theirs");
  const newest = await openNewestBackup(settings(), 1);
  expect(newest).toMatchObject({ key: "1/crm-backup-202611220330.json", createdAt: tick.toISOString() });
  expect(await new Response(newest?.body).text()).toBe(await textOf(newest?.key ?? ""));
});

it("lets an administrator list the stored backups of the own organization, and rehearse one", async () => {
  const vega = await prospect({ display_name: "Vega" });
  await store(context(new Date("2026-11-21T03:30:00.000Z")));
  await raw.DB.prepare("delete from prospects where id = ?").bind(vega).run();
  const { bytes } = await store();
  await bucket.put("2/crm-backup-202612010330.json", "theirs");
  const listed = await administrator.ok<StoredBackup[]>("GET", "/api/backups/1/stored");
  expect(listed).toEqual([
    { name: "crm-backup-202611220330.json", createdAt: tick.toISOString(), bytes },
    expect.objectContaining({ name: "crm-backup-202611210330.json" }),
  ]);
  const rehearseStored = (name: string) =>
    administrator.call("POST", "/api/backup/restores/stored", { body: { name } });
  const { status, text } = await rehearseStored("crm-backup-202611210330.json");
  const { state: rehearsed, sections } = JSON.parse(text) as Restore;
  expect([status, rehearsed]).toEqual([201, "rehearsed"]);
  expect(sections.find(({ key }) => key === "prospects")).toMatchObject({ comes: 1, goes: 0 });
  expect((await rehearseStored("crm-backup-202612010330.json")).status).toBe(404);
  expect((await rehearseStored("../2/crm-backup-202612010330.json")).status).toBe(400);
});

describe("the weekly rehearsal", () => {
  const rehearsals = () => rows("select outcome, error from job_runs where name = 'rehearsal' order by id");
  const left = () =>
    rows("select (select count(*) from restores) + (select count(*) from restore_rows) as count");
  const later = (days: number) => new Date(tick.getTime() + days * 24 * 3_600_000);

  it("proves on Sundays that the newest backup can be restored, and leaves nothing behind", async () => {
    await prospect({ display_name: "Vega" });
    await runDaily();
    await runDaily(later(1));
    expect(await rehearsals()).toEqual([{ outcome: "done", error: null }]);
    expect(await left()).toEqual([{ count: 0 }]);
  });

  it("fails with the fault of the backup", async () => {
    await prospect({ display_name: "Vega" });
    const { BACKUPS: real } = settings();
    const damaging = new Proxy(real as R2Bucket, {
      get(of, name) {
        if (name === "put")
          return (key: string, value: Uint8Array) =>
            of.put(key, new TextDecoder().decode(value).replace("Vega", "Rook"));
        const value: unknown = Reflect.get(of, name);
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
    await runDaily(tick, { BACKUPS: damaging });
    expect(await rehearsals()).toEqual([{ outcome: "failed", error: "restore_checksum" }]);
    expect(await left()).toEqual([{ count: 0 }]);
  });
});
