import type { Page, Route } from "@playwright/test";
import { DEMO, type People } from "./people.ts";

type Row = Record<string, unknown> & { id: number; displayName: string };

/** Ids that no real prospect of a journey has. */
const FIRST_ID = 500_001;

const answer = (route: Route, body: unknown, headers: Record<string, string> = {}) =>
  route.fulfill({ contentType: "application/json", headers, body: JSON.stringify(body) });

/**
 * Answers the lists of one browser as if `count` prospects were at intro, Pilot 1 to Pilot `count`, in pages as the API
 * gives them. Storing so many would take longer than the journeys together, and fill the lists of the others.
 */
export async function answerMany(page: Page, people: People, count: number): Promise<void> {
  const [like] = await people.call<Row[]>(DEMO.admin, "GET", "/api/prospects/1?stage=intro&limit=1");
  const rows = Array.from({ length: count }, (_, at): Row => {
    // Another order than that of the names.
    const number = ((at * 8) % count) + 1;
    return {
      ...like,
      id: FIRST_ID + number,
      displayName: `Pilot ${number}`,
      username: `pilot${number}`,
      notes: number % 3 ? `Note ${number % 100}` : null,
      deadline: number % 5 ? null : new Date(Date.now() + number * 3_600_000).toISOString(),
      stageChangedAt: new Date(Date.now() - number * 3_600_000).toISOString(),
      version: 1,
    };
  });
  await page.route(/\/api\/prospects\/1\?/, (route) => {
    const url = new URL(route.request().url());
    const query = url.searchParams;
    const [limit, from] = [Number(query.get("limit") ?? 500), Number(query.get("cursor") ?? 0)];
    const text = query.get("q")?.toLowerCase() ?? "";
    const stage = query.get("stage") ?? "intro";
    const found = stage === "intro" ? rows.filter((row) => row.displayName.toLowerCase().includes(text)) : [];
    query.set("cursor", String(from + limit));
    const isMore = from + limit < found.length;
    const headers = isMore ? { Link: `<${url.pathname}${url.search}>; rel="next"` } : {};
    return answer(route, found.slice(from, from + limit), headers);
  });
  await page.route(/\/api\/prospects\/1\/counts/, (route) =>
    answer(route, {
      ...{ intro: count, intro_completed: 0, assigned_onboarding: 0, onboarding: 0, active: 0, inactive: 0 },
    }),
  );
}

/** The calls of bulk changes, in their order: the ids of each, and the numbers of those that were undone. */
export type BulkCalls = { changed: number[][]; undone: number[] };

/**
 * Answers bulk changes and their undo. The first prospect of each change is skipped, and the change with the number
 * `fails`, from 0, fails.
 */
export async function answerBulk(page: Page, fails = -1): Promise<BulkCalls> {
  const calls: BulkCalls = { changed: [], undone: [] };
  const done = { undoUntil: null, remaining: 0 };
  await page.route(/\/api\/prospects\/bulk$/, (route) => {
    const { prospects } = route.request().postDataJSON() as { prospects: { id: number }[] };
    const changeId = calls.changed.length;
    if (changeId === fails) return route.fulfill({ status: 503, body: "" });
    calls.changed.push(prospects.map(({ id }) => id));
    const skipped = prospects
      .slice(0, 1)
      .map(({ id }) => ({ id, name: `Pilot ${id - FIRST_ID}`, detail: "Was changed meanwhile." }));
    return answer(route, { ...done, changeId, changed: prospects.length - 1, skipped });
  });
  await page.route(/\/api\/prospects\/bulk\/\d+\/undo$/, (route) => {
    const changeId = Number(/(\d+)\/undo$/.exec(route.request().url())?.[1]);
    calls.undone.push(changeId);
    const changed = (calls.changed[changeId]?.length ?? 0) - 1;
    return answer(route, { ...done, changeId: null, changed, skipped: [] });
  });
  return calls;
}
