import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
// @ts-expect-error: the bots' own module has no types.
import { orders } from "./node/line.js";

const LONGEST = 65_536;
const PYTHON = process.env["BOT_PYTHON"] ?? "/usr/bin/python3";

/** A text in pieces of some characters. */
const inPieces = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

const padded = (order: string, length: number) => `${order}${" ".repeat(length - order.length)}\n`;
const TEXT = [
  '{"id":1}\n{"id":2}\nnonsense\n\n',
  padded('{"id":3}', LONGEST),
  padded('{"id":4}', LONGEST + 1),
  padded('{"id":5}', 2 * LONGEST),
  '{"id":6}\n{"id":7}',
].join("");
const OBEYED = [1, 2, 3, 6];

test("a bot of discord.js obeys whole lines in pieces of any size, ignores longer ones, and looks at each character once", (t) => {
  for (const size of [50, 1_000, 100_000]) {
    const split = t.mock.method(String.prototype, "split");
    const obeyed: number[] = [];
    const read = orders(({ id }: { id: number }) => obeyed.push(id));
    for (const piece of inPieces(TEXT, size)) read(piece);
    const looked = split.mock.calls.reduce((sum, { this: text }) => sum + String(text).length, 0);
    split.mock.restore();
    assert.deepEqual(obeyed, OBEYED);
    assert.equal(looked, TEXT.length);
  }
});

const IN_PYTHON = `
import json, sys
from command_centre_line import Orders
looked = 0
class Piece(bytes):
    def split(self, *args):
        global looked
        looked += len(self)
        return bytes(self).split(*args)
text = sys.stdin.buffer.read()
found = []
for size in (50, 1000, 100000):
    looked = 0
    obeyed = []
    orders = Orders(lambda order: obeyed.append(order["id"]), lambda: None)
    for at in range(0, len(text), size):
        orders.data_received(Piece(text[at:at + size]))
    found.append([obeyed, looked])
print(json.dumps(found))
`;

const skip = existsSync(PYTHON) ? false : `${PYTHON} is not there`;
test("a bot of discord.py obeys whole lines in pieces, and looks at each character once", { skip }, () => {
  const { stdout, stderr } = spawnSync(PYTHON, ["-c", IN_PYTHON], {
    input: TEXT,
    env: { ...process.env, PYTHONPATH: fileURLToPath(new URL("python", import.meta.url)) },
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(stdout || stderr), Array(3).fill([OBEYED, TEXT.length]));
});
