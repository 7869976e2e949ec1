import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LineSplitter } from "./lines.ts";
import { plain, Redactor } from "./redact.ts";

const token = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.abcdef-ghijkl_mnopqr";
const secrets = [token, ...token.split(".")];

test("removes every part of a token, at any place and in any chunks of bytes", () => {
  const redactor = new Redactor(token);
  const piece = fc.oneof(fc.constantFrom(...secrets, "\n", " ", "\u001b[31m", "ø🙂"), fc.string());
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 10, max: 200 }),
      (all, size, limit) => {
        const bytes = Buffer.from(all.join(""));
        const lines: string[] = [];
        const splitter = new LineSplitter(limit, (line, wasCut) => {
          lines.push(wasCut ? redactor.cleanCut(plain(line)) : redactor.clean(plain(line)));
        });
        for (let at = 0; at < bytes.length; at += size) {
          splitter.push(bytes.subarray(at, at + size));
          splitter.read(1);
        }
        splitter.end();
        for (const line of lines) for (const secret of secrets) assert.ok(!line.includes(secret), line);
      },
    ),
  );
});

test("removes the beginning of a token at the end of a line that was cut off", () => {
  const redactor = new Redactor(token);
  for (let length = 1; length < token.length; length += 1)
    assert.doesNotMatch(redactor.cleanCut(`said ${token.slice(0, length)}`), /M|T|GaB|abc/);
});

test("takes a token with special characters literally, and keeps ordinary words that equal a short part of it", () => {
  assert.equal(new Redactor("a+b(c.[x]yz$1").clean("a+b(c.[x]yz$1 and aab(c"), "[token] and aab(c");
  assert.equal(new Redactor("bot.abcdef").clean("bot abcdef bot.abcdef"), "bot [token] [token]");
});

test("returns whole lines from any chunks, whatever ends them, and cuts a long line once", () => {
  const text = fc.array(fc.stringMatching(/^[a-zø🙂]{0,20}$/u));
  const end = fc.constantFrom("\n", "\r\n", "\r");
  fc.assert(
    fc.property(text, end, fc.integer({ min: 1, max: 7 }), (lines, ending, size) => {
      const bytes = Buffer.from(lines.map((line) => line + ending).join(""));
      const got: string[] = [];
      const splitter = new LineSplitter(10, (line) => got.push(line));
      for (let at = 0; at < bytes.length; at += size) {
        splitter.push(bytes.subarray(at, at + size));
        splitter.read(1);
      }
      splitter.end();
      assert.deepEqual(
        got,
        lines.map((line) => line.slice(0, 10)),
      );
    }),
  );
});

test("removes terminal sequences, control characters and marks that change the direction of writing", () => {
  assert.equal(
    plain("\u001b[1;31mred\u001b[0m \u001b]0;title\u0007x\u001b]8;;http://a\u001b\\link\r"),
    "red xlink",
  );
  assert.equal(plain("a\tb\u0000\u009b\u202Ec\u2066"), "a  bc");
  assert.equal(plain("\u001b(Bcharset \u001b7kept\u001b"), "charset kept");
});

test("cleans a line in time proportional to its length", () => {
  // Of the processor, which does not depend on what else the machine does.
  const before = process.cpuUsage();
  for (const piece of ["\u001b]", "\u001b[", "\u001b[1;", "\u001b", "\u001b]a\u0007", "\u001bP\u001b"]) {
    assert.ok(plain(piece.repeat(200_000)).length < 200_000);
  }
  assert.equal(new Redactor(token).line(`a${" ".repeat(400_000)}b`, 2), "a ");
  const { user } = process.cpuUsage(before);
  assert.ok(user < 20_000_000, `${user} µs; quadratic time would be minutes`);
});
