/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadIcon } from "../lib/area.ts";
import { run } from "../testing/hooks.ts";

const { lazyIcon } = await import("./lazy-icon.tsx");

/** The handlers that the page runs when the browser is back online. */
const listeners = new Set<() => void>();
globalThis.addEventListener = (type: string, listener: unknown) =>
  void (type === "online" && listeners.add(listener as () => void));
globalThis.removeEventListener = (_: string, listener: unknown) =>
  void listeners.delete(listener as () => void);
const comeOnline = () => {
  for (const listener of [...listeners]) listener();
};

const Rocket = () => null;

/** An icon whose first fetches fail, drawn in a page. */
async function draw(failures: number) {
  let fetches = 0;
  const load: LoadIcon = async () => {
    fetches += 1;
    if (fetches <= failures) throw new TypeError("Failed to fetch");
    return { default: Rocket };
  };
  const Icon = lazyIcon(load);
  const shown = await run(() => Icon({ size: 21 }));
  return { Icon, shown, fetches: () => fetches };
}

test("an icon is fetched once, also when it is shown in two places", async () => {
  const { Icon, shown, fetches } = await draw(0);
  assert.deepEqual([shown.now.type, shown.now.props], [Rocket, { size: 21 }]);
  const second = await run(() => Icon({}));
  assert.equal(second.now.type, Rocket);
  await shown.act(comeOnline);
  assert.equal(fetches(), 1);
  await second.end();
  await shown.end();
});

test("an icon that could not be fetched leaves room of its size, and is fetched again when the browser is back online", async () => {
  const { shown, fetches } = await draw(2);
  assert.equal(fetches(), 1);
  assert.deepEqual([shown.now.type === Rocket, shown.now.props.size], [false, 21]);
  await shown.act(comeOnline);
  assert.deepEqual([shown.now.type === Rocket, fetches()], [false, 2]);
  await shown.act(comeOnline);
  assert.deepEqual([shown.now.type, fetches()], [Rocket, 3]);
  await shown.end();
});

test("an icon that could not be fetched is fetched again when it is shown again, and not once it is gone", async () => {
  const { Icon, shown, fetches } = await draw(1);
  await shown.end();
  comeOnline();
  assert.equal(fetches(), 1);
  const again = await run(() => Icon({ size: 21 }));
  assert.deepEqual([again.now.type, fetches()], [Rocket, 2]);
  await again.end();
});
