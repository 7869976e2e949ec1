import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../lib/address.ts";
import { botsShape, NO_BOT } from "./address.ts";

const params = (text: string) => new URLSearchParams(text);

test("a link to a file of a bot opens just that", () => {
  const address = readAddress(params("bot=3&tab=logs&file=12"), botsShape);
  assert.deepEqual(address, { bot: 3, tab: "logs", file: 12, new: false });
});

test("nonsense in the address counts as not said", () => {
  const address = readAddress(params("bot=-1&tab=secrets&file=1e3&new=yes"), botsShape);
  assert.deepEqual(address, { bot: null, tab: null, file: null, new: false });
});

test("another tab keeps the bot and its file", () => {
  assert.equal(writeAddress(params("bot=3&file=12"), botsShape, { tab: "logs" }), "?bot=3&file=12&tab=logs");
});

test("closing leaves neither tab nor file behind", () => {
  assert.equal(writeAddress(params("bot=3&tab=logs&file=12"), botsShape, NO_BOT), "");
});
