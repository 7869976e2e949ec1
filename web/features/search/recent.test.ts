/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchHit } from "../../../worker/lib/search/search.schema.ts";
import { storeOf } from "../../testing/storage.ts";

globalThis.localStorage = storeOf(new Map()) as Storage;
const { noteRecent, readRecent } = await import("./recent.ts");

const hit = (kind: SearchHit["kind"], id: number): SearchHit => ({
  ...{ kind, id, title: `${kind} ${id}`, name: null, line: "Intro", at: null, path: "/" },
  ...{ avatarUrl: null, canTake: true },
});

test("remembers for each user the last five records that were opened, each once, without their state", () => {
  for (const id of [1, 2, 3, 4, 5, 6, 3]) noteRecent(7, hit("prospect", id));
  noteRecent(7, hit("ship", 1));
  noteRecent(8, hit("contract", 1));
  assert.deepEqual(
    readRecent(7).map(({ id }) => id),
    [3, 6, 5, 4, 2],
  );
  assert.deepEqual(readRecent(7).map(({ line, canTake }) => [line, canTake])[0], ["", false]);
  assert.deepEqual(
    readRecent(8).map(({ kind }) => kind),
    ["contract"],
  );
});
