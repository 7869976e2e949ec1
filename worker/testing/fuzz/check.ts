import { definedErrors, type Problem } from "../../lib/errors.ts";
import { rowCounts } from "../inspect.ts";
import { REFUSED_BY_OTHERS } from "../routes.ts";
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

const isOfOthers = (text: string) => REFUSED_BY_OTHERS.some((code) => text.includes(`"code":"${code}"`));

/** The table in which every refused request may leave rows: attempts are counted. */
const ATTEMPTS = "attempts";

/** The table that counts what a request writes before it is refused, such as a call to another service; reads write nothing. */
const COUNTED = "daily_budgets";

/** The most rows that most requests add: ten recovery codes, their audit entry and notice, and a first revision. */
const ADDED = 13;
const ADDED_BY_ITEM = 6;

/** Tables of deliveries, which follow a change for at most ten webhooks and for channels. */
const DELIVERED = ["outbox", "webhook_deliveries"];
const MOST_DELIVERED = 2 * 10 + 2;

const itemsOf = (body: string | undefined) => (body?.match(/[{[,]/g) ?? []).length;

function mostAdded({ base, body }: Sent): number {
  return (base.generated.adds ?? ADDED) + ADDED_BY_ITEM * Math.min(itemsOf(body), 2_000);
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
  let before = await rowCounts("security_log");

  const grownBy = async (sent: Sent, isRefused: boolean): Promise<string[]> => {
    const after = await rowCounts("security_log");
    const grown = Object.entries(after)
      .map(([table, count]) => ({ table, by: count - (before[table] ?? 0) }))
      .filter(({ by }) => by > 0);
    before = after;
    const sumOf = (isDelivered: boolean) =>
      grown.reduce((all, { table, by }) => (DELIVERED.includes(table) === isDelivered ? all + by : all), 0);
    const sum = sumOf(false) + Math.max(0, sumOf(true) - MOST_DELIVERED);
    const most = mostAdded(sent);
    const isExplained = ({ table }: { table: string }) =>
      !isRefused ||
      table === ATTEMPTS ||
      (table === COUNTED && !sent.base.route.startsWith("GET ")) ||
      sent.base.generated.leaves?.includes(table);
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
      before = await rowCounts("security_log");
    },
  };
}
