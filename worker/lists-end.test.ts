import { expect, it } from "vitest";

/** Limits of lists that have no next page, with what keeps a row from being missed behind them. */
const ENDINGS: Readonly<Record<string, string>> = {
  "applications/list.ts SHIPS": "names that an applicant can choose from, beside any other text",
  "bots/files/files.ts GATEWAY_LIMITS.files": "a bot has no more files",
  "calendar/feed.ts MOST_IN_FEED":
    "the next events of a calendar, which has no pages; later ones follow as time goes on",
  "discord/roles/give.ts BATCH": "a job goes on with the next ones",
  "discord/runs.ts count": "the newest runs, as many as are asked for",
  "events/series.ts LOOKED_AT": "the next day's run goes on with the others, which have later dates",
  "events/list.ts DATES_SHOWN": "the dates ahead of a series and the last ones before, and called so",
  "events/list.ts MOST_ANSWERS": "an event takes no more answers",
  "events/list.ts MOST_IN_STRIP": "marks of a calendar; the list of events has all, page by page",
  "events/starting.ts LOOKED_AT": "the run five minutes later goes on with the others",
  "fleet/fleet.ts HIDDEN_COUNTED": "counts to this many and says so",
  "health/report.ts JOB_RUNS": "the newest runs of each job, and called so",
  "members/list.ts ASSIGNABLE": "as many members as an organization is made for, those seen last first",
  "payouts/money.ts PAGE_LIMIT": "what waits is drawn together by person; a contract has no more payments",
  "payouts/money.ts SETTLED": "the newest payments, and called so; balances count all",
  "prospects/corrections/duplicates.ts LOOKED_AT": "likely duplicates are proposed, not promised",
  "prospects/list.ts ACTIVITY_LIMIT": "the newest activities, and called so",
  "push/devices.ts MOST_DEVICES": "a user has at most that many devices with push",
  "security-team/list.ts MOST_SHOWN": "a team has no more people on trial at once",
  "sessions/sessions.ts 100": "a user has at most 50 sessions",
  "users/users.ts AT_ONCE": "a job goes on with the next ones",
  "wishes/list.ts schema.MOST_LINKS": "wishes that became the same event or contract, named beside it",
  "wishes/list.ts schema.SIMILAR": "the most similar wishes, and called so",
  "wishes/wishes.rows.ts schema.MOST_COMMENTS": "a wish takes no more comments",
  "wishes/wishes.rows.ts schema.MOST_MERGED": "no more wishes are merged into one",
};
/** With a next page, or one row. */
const PAGED = ["paging.limit", "order.limit", "1"];

it("no list ends before its last row unless it has a next page, or a reason why nothing is hidden behind its end", () => {
  const files = import.meta.glob<string>(
    ["./features/**/*.ts", "!./features/**/*.test.ts", "!**/testing/**"],
    {
      eager: true,
      query: "?raw",
      import: "default",
    },
  );
  const found = Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/\.limit\(([^()]*)\)/g)]
      .flatMap(([, limit = ""]) => (PAGED.includes(limit) ? [] : limit))
      .map((limit) => `${path.replace("./features/", "")} ${limit}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(ENDINGS).sort());
});
