import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { mutate, shuffled } from "./lib/mutants/mutate.ts";
import { nearestTests } from "./lib/mutants/nearest.ts";
import { inRoot } from "./lib/paths.ts";
import { runNode } from "./lib/processes.ts";

const FIXTURE = "scripts/lib/mutants/fixture/charge.ts";

test("names the mutants that no test notices with place, before and after, and leaves the checkout as it is", async () => {
  const before = readFileSync(inRoot(FIXTURE), "utf8");
  const { code, output } = await runNode(inRoot("scripts/mutants.ts"), ["--seed", "1", "--files", FIXTURE]);
  assert.equal(code, 1, output);
  assert.deepEqual(output.split("\nSurvivors:\n")[1]?.trim().split("\n"), [
    `${FIXTURE}:3  if (discount > price) throw new RangeError("A discount is at most the price."); → if (discount >= price) throw new RangeError("A discount is at most the price.");`,
    `${FIXTURE}:4  return Math.floor(price - discount); → return Math.ceil(price - discount);`,
    "",
    "1 of 3 killed (33.3 %), 0 by time",
  ]);
  assert.equal(readFileSync(inRoot(FIXTURE), "utf8"), before);
});

for (const [what, source, mutants] of [
  [
    "a guard",
    "if (!isOpen) throw closed();",
    ["if (false) throw closed();", "if (!!isOpen) throw closed();"],
  ],
  ["a call that asserts", "await assertOpen(row);", [";"]],
  ["a guard of a batch", "run([...guardOpen(row), save(row)]);", ["run([save(row)]);"]],
  ["each side of a condition", "f(a || b);", ["f(a);", "f(b);"]],
  ["a comparison", "f(a === b);", ["f(a !== b);"]],
  ["a limit", "f(a < b);", ["f(a <= b);"]],
  ["a where", "db.select().where(x).all();", ["db.select().all();"]],
  ["a part of a where", "f(and(a, b));", ["f(and(b));", "f(and(a));"]],
  ["a permission", 'can("members.read");', ['can("members.write");']],
  ["a rounding", "f(Math.floor(x));", ["f(Math.ceil(x));"]],
  [
    "what SQL compares",
    "sql`update ${t} set a = 1 where b = 2`;",
    ["sql`update ${t} set a = 1 where b <> 2`;"],
  ],
  ["what SQL asks of rows", "sql`not exists (${x})`;", ["sql`exists (${x})`;"]],
  ["nothing else", 'const text = `a = ${b}`; list.map(f); f("a.b" + 1);', []],
] as const)
  test(`changes ${what}`, () => {
    assert.deepEqual(
      mutate("x.ts", source).map(({ shown }) => shown.split(" → ")[1]),
      mutants,
    );
  });

test("one seed makes one order of all mutants", () => {
  const all = Array.from({ length: 50 }, (_, at) => at);
  assert.deepEqual(shuffled(all, 1), shuffled(all, 1));
  assert.notDeepEqual(shuffled(all, 1), shuffled(all, 2));
  assert.deepEqual(
    shuffled(all, 1).sort((a, b) => a - b),
    all,
  );
});

test("runs direct importers first, then what is near in folders, and all that import by way of others", () => {
  const importers = new Map([
    ["worker/lib/a.ts", ["worker/features/x/x.ts", "worker/lib/b.ts", "worker/features/y/y.test.ts"]],
    ["worker/lib/b.ts", ["worker/lib/b.test.ts"]],
    ["worker/features/x/x.ts", ["worker/features/x/x.test.ts", "worker/lib/a.ts"]],
    ["worker/features/z.ts", ["worker/features/z.test.ts"]],
  ]);
  assert.deepEqual(nearestTests("worker/lib/a.ts", importers), [
    "worker/features/y/y.test.ts",
    "worker/lib/b.test.ts",
    "worker/features/x/x.test.ts",
  ]);
});
