/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../testing/hooks.ts";

const { ofFile } = await import("./restore.api.ts");

test("a file is sent compressed, and uncompressed when the server says that it expands too much", async () => {
  const sent: [packing: string | null, bytes: number][] = [];
  globalThis.fetch = async (_, { body, headers } = {}) => {
    sent.push([new Headers(headers).get("Content-Encoding"), (body as Blob).size]);
    const isPacked = sent.length === 1;
    return Response.json(isPacked ? { code: "restore_packed" } : { id: 7 }, { status: isPacked ? 422 : 201 });
  };
  const file = new File(["x".repeat(10_000)], "crm-backup-202611280330.json", { type: "application/json" });
  assert.deepEqual(await ofFile(file).send(), { id: 7 });
  const [[first, packed = 0] = [], second] = sent;
  assert.equal(first, "gzip");
  assert.ok(packed < 200);
  assert.deepEqual(second, [null, 10_000]);
});
