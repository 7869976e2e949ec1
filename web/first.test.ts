import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";

const SOURCE = readFileSync(new URL("public/first.js", import.meta.url), "utf8");

/** Where the script sends a browser of this age; undefined where it stays. */
function sentTo(isNew: boolean): string | undefined {
  let target: string | undefined;
  const replace = (address: string) => {
    target = address;
  };
  runInNewContext(SOURCE, {
    URL: isNew ? URL : class {},
    location: { replace },
    localStorage: { getItem: () => null },
    document: { documentElement: { dataset: {} }, currentScript: { dataset: {} }, cookie: "" },
    navigator: { language: "en" },
    addEventListener: () => undefined,
  });
  return target;
}

test("a browser without the newest of what pages use is sent to the page that says so, others are not", () => {
  assert.deepEqual([sentTo(false), sentTo(true)], ["/browser", undefined]);
});

test("the first script is written in words that browsers of 2018 understand", async () => {
  const written = async (target: string) => (await transform(SOURCE, { target })).code;
  assert.equal(await written("es2018"), await written("esnext"));
});
