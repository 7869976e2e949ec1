import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "./address.ts";

const params = (text: string) => new URLSearchParams(text);

test("a link to a file of a bot opens just that", () => {
  const address = readAddress(params("bot=3&tab=logs&file=12"));
  assert.deepEqual(address, { bot: 3, tab: "logs", file: 12, adding: false });
});

test("nonsense in the address counts as not said", () => {
  const address = readAddress(params("bot=-1&tab=secrets&file=1e3&new=yes"));
  assert.deepEqual(address, { bot: null, tab: "files", file: null, adding: false });
});

test("another tab keeps the bot and its file", () => {
  assert.equal(
    writeAddress(params("bot=3&file=12"), { tab: "logs" }),
    "/discord-bots?bot=3&tab=logs&file=12",
  );
});

test("closing leaves neither tab nor file behind", () => {
  assert.equal(writeAddress(params("bot=3&tab=logs&file=12"), { bot: null }), "/discord-bots");
});
