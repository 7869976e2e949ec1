import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../lib/address.ts";
import { botsShape, NO_BOT } from "./address.ts";

const params = (text: string) => new URLSearchParams(text);

test("reads the bot, tab and file of a link", () => {
  const address = readAddress(params("bot=3&tab=logs&file=12"), botsShape);
  assert.deepEqual(address, { bot: 3, tab: "logs", file: 12, new: false });
});

test("reads unknown values of the address as the defaults", () => {
  const address = readAddress(params("bot=-1&tab=secrets&file=1e3&new=yes"), botsShape);
  assert.deepEqual(address, { bot: null, tab: null, file: null, new: false });
});

test("keeps the bot and its file when the tab changes", () => {
  assert.equal(writeAddress(params("bot=3&file=12"), botsShape, { tab: "logs" }), "?bot=3&file=12&tab=logs");
});

test("removes tab and file when the bot is closed", () => {
  assert.equal(writeAddress(params("bot=3&tab=logs&file=12"), botsShape, NO_BOT), "");
});
