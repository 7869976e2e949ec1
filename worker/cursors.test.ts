import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "./lib/errors.ts";
import type { Route } from "./lib/http/route.ts";
import {
  alterationsOf,
  extremesOf,
  filledLists,
  LISTS,
  pathOf,
  positionsOf,
  queriesOf,
  readAll,
} from "./testing/cursors.ts";
import { everythingStored } from "./testing/inspect.ts";
import type { Caller } from "./testing/world.ts";

/** A list as one caller reads it page by page with one query. */
type Read = {
  list: Route;
  query: string;
  path: string;
  name: string;
  caller: Caller;
  organizationId: number;
  items: Set<string>;
  cursors: string[];
};

/** Every list as each caller reads it who may, and with each of its filters as one of them does. */
async function readLists(): Promise<Read[]> {
  const callers = await filledLists();
  const reads: Read[] = [];
  // Last: a reader who is refused another list is in it.
  const isLog = ({ path }: Route) => path.startsWith("/security-log");
  for (const list of LISTS.toSorted((a, b) => Number(isLog(a)) - Number(isLog(b)))) {
    const own: Read[] = [];
    for (const each of callers) {
      const path = await pathOf(list, each.organizationId);
      const read = await readAll(each.caller, path, "");
      if (read) own.push({ list, query: "", path, ...read, ...each });
    }
    // A list that shows nobody two pages without a filter is read with each by everybody.
    const isPaged = own.some(({ cursors }) => cursors.length > 0);
    for (const base of isPaged ? own.slice(0, 1) : [...own])
      for (const query of queriesOf(list)) {
        const read = await readAll(base.caller, base.path, query);
        if (read) own.push({ ...base, ...read, query });
      }
    reads.push(...own);
  }
  for (const list of LISTS) assertFilled(reads.filter((each) => each.list === list));
  return reads;
}

/** Fails where a list has no second page, or no rows of another organization that it could show by mistake. */
function assertFilled(reads: readonly Read[]): void {
  const [ours, theirs] = [true, false].map((isOurs) =>
    reads.filter(({ organizationId }) => (organizationId === 1) === isOurs),
  );
  const rowsOf = (some = ours) => some?.flatMap(({ items }) => [...items]) ?? [];
  const isPaged = ours?.some(({ cursors }) => cursors.length > 0);
  const shared = rowsOf(theirs).filter((each) => rowsOf().includes(each));
  expect([reads[0]?.list.name, isPaged, rowsOf(theirs).length > 0, shared]).toEqual([
    ...[reads[0]?.list.name, true, true, []],
  ]);
}

/** What is wrong with the answer to a list's query with a cursor, such as a row that its reader does not see without it. */
async function faultOf({ caller, path, query, items }: Read, cursor: string): Promise<string | null> {
  const address = `${path}?limit=100&cursor=${encodeURIComponent(cursor)}&${query}`;
  const { status, text, meter } = await caller.call("GET", address);
  if (meter.rowsWritten > 0) return "writes";
  if (status === 400) {
    const { code, errors } = JSON.parse(text) as Problem;
    return code === "invalid_input" && errors?.["cursor"] ? null : `refuses with ${text}`;
  }
  if (status !== 200) return `answers ${status}`;
  const more = (JSON.parse(text) as unknown[]).find((item) => !items.has(JSON.stringify(item)));
  return more === undefined ? null : `answers ${JSON.stringify(more).slice(0, 200)}`;
}

/** Other lists whose cursors are tried in a list: what a cursor says is a number or a text, whatever list it is of. */
const OTHERS = 3;

/** One of many, from their middle. */
const oneOf = <Item>(items: readonly Item[]): Item[] =>
  items.slice(items.length >> 1, (items.length >> 1) + 1);

describe("the cursor of a list", () => {
  // What is due or online changes with the minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is taken by each list that answers pages", () => {
    expect(LISTS.filter(({ answers }) => !answers.isPage).map(({ name }) => name)).toEqual([]);
  });

  it("shows only rows that its reader sees without it, and writes nothing, when altered or taken from another list, filter, user or organization", async () => {
    const reads = await readLists();
    const whole = reads.filter(({ query }) => query === "");
    const ofOthers = LISTS.flatMap((list) =>
      oneOf(whole.filter((each) => each.list === list).flatMap(({ cursors }) => cursors)),
    );
    const before = await everythingStored();
    const faults: unknown[] = [];
    for (const [at, read] of reads.entries()) {
      const alike = reads.filter(({ list }) => list === read.list);
      const [real = ""] = [read, ...alike].flatMap(({ cursors }) => oneOf(cursors));
      // Filters bound a list: what lies before or after all that one shows is what another cursor could reach.
      const cursors = read.query
        ? [...extremesOf(real), ...alike.flatMap((each) => oneOf(each.cursors)).slice(0, 3)]
        : [
            // Whether a text is a cursor depends on nobody: one reader of each list tries those that are none.
            ...(read === alike[0] ? alterationsOf(real) : []),
            ...positionsOf(real),
            ...alike.flatMap((each) => oneOf(each.cursors)),
            ...Array.from(
              { length: OTHERS },
              (_, turn) => ofOthers[(at * OTHERS + turn) % ofOthers.length] ?? "",
            ),
          ];
      for (const cursor of new Set(cursors)) {
        const fault = await faultOf(read, cursor);
        if (fault) faults.push([read.list.name, read.query, read.name, cursor, fault]);
      }
    }
    expect(faults).toEqual([]);
    expect(await everythingStored()).toBe(before);
  });
});
