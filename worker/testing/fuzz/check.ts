import { definedErrors, type Problem } from "../../lib/errors.ts";
import { rowCounts } from "../inspect.ts";
import type { Answer } from "../world.ts";
import type { Sent } from "./requests.ts";

/** The most characters of any answer; lists have at most 500 records, files of bots a megabyte. */
const MOST_CHARACTERS = 2_000_000;

const PROBLEM_KEYS = [
  "type",
  "title",
  "status",
  "detail",
  "code",
  "requestId",
  "durationMs",
  "errors",
  "current",
];

/** Errors of other services that these tests provoke: invented tokens, ships that no list has. */
const REFUSED_BY_OTHERS = ["sync_discord_unauthorized", "gateway_refused", "ships_shrunk"];
const isOfOthers = (text: string) => REFUSED_BY_OTHERS.some((code) => text.includes(`"code":"${code}"`));

/** Tables in which a refused request may leave rows: counted attempts, or reports of what failed. */
const LEFT_BY_REFUSED: Record<string, readonly string[]> = {
  attempts: [""],
  bot_logs: ["/start", "/restart", "/bot-gateway/"],
  bot_runs: ["/start", "/restart"],
  audit_log: ["/start", "/restart", "/sync-"],
  revisions: ["/start", "/restart", "/sync"],
  sync_runs: ["/sync-members/", "/sync-roles/", "/command/syncmembers"],
  ship_syncs: ["/sync-ships"],
};

/** The most rows that a request to some routes adds; more for each item in its body. */
const MOST_ADDED = [
  [/\/(sync-members|sync-roles|command\/syncmembers|sync-ships|test-data\/create)/, 1_000],
  [/\/bot-gateway\/reports/, 300],
  [/\/payout\//, 60],
  // The history of each prospect that a deleted user leaves behind.
  [/^DELETE \/api\/users?(\/:id)?$/, 60],
] as const;
// Ten recovery codes, their audit entry and notice, and the first revision of notices.
const ADDED = 13;
const ADDED_BY_ITEM = 6;

const itemsOf = (body: string | undefined) => (body?.match(/[{[,]/g) ?? []).length;

function mostAdded({ base, body }: Sent): number {
  const [, most] = MOST_ADDED.find(([route]) => route.test(base.route)) ?? [null, ADDED];
  return most + ADDED_BY_ITEM * Math.min(itemsOf(body), 2_000);
}

/** Returns the faults of a refusal, which must be a problem document with a defined code. */
function faultsOfProblem({ status, headers, text }: Answer): string[] {
  if (!headers.get("Content-Type")?.startsWith("application/problem+json"))
    return [`answers ${status} without a problem`];
  const problem = JSON.parse(text) as Problem;
  const unknown = Object.keys(problem).filter((key) => !PROBLEM_KEYS.includes(key));
  return [
    ...(definedErrors().has(problem.code) && problem.status === status
      ? []
      : [`answers ${status} as ${problem.code}`]),
    ...unknown.map((key) => `answers a problem with ${key}`),
  ];
}

/** Checks answers one after the other, and what each request left in the database. */
export async function lookAtAnswers() {
  let before = await rowCounts();

  const grownBy = async (sent: Sent, isRefused: boolean): Promise<string[]> => {
    const after = await rowCounts();
    const grown = Object.entries(after)
      .map(([table, count]) => ({ table, by: count - (before[table] ?? 0) }))
      .filter(({ by }) => by > 0);
    before = after;
    const sum = grown.reduce((all, { by }) => all + by, 0);
    const most = mostAdded(sent);
    const isExplained = ({ table }: { table: string }) =>
      !isRefused || LEFT_BY_REFUSED[table]?.some((part) => sent.base.route.includes(part));
    return [
      ...grown
        .filter((each) => !isExplained(each))
        .map(({ table }) => `was refused and left rows in ${table}`),
      ...(sum > most ? [`added ${sum} rows, at most ${most}: ${JSON.stringify(grown)}`] : []),
    ];
  };

  return {
    /** Returns the faults of an answer; none for a good one. */
    faultsOf: async (sent: Sent, answer: Answer): Promise<string[]> => {
      const { status, text, meter } = answer;
      const isRefused = status >= 400;
      return [
        ...(status >= 500 && !isOfOthers(text) ? [`fails with ${status}: ${text.slice(0, 300)}`] : []),
        ...(isRefused ? faultsOfProblem(answer) : []),
        ...(text.length > MOST_CHARACTERS ? [`answers ${text.length} characters`] : []),
        ...(meter.rowsWritten ? await grownBy(sent, isRefused) : []),
      ];
    },
    /** Takes the current state of the database as the new baseline. */
    lookAnew: async () => {
      before = await rowCounts();
    },
  };
}
