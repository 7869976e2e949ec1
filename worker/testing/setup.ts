import { beforeAll, beforeEach } from "vitest";
import { watchAnswers } from "../features/health/index.ts";
import { watchMigrations } from "../lib/db/counted.ts";
import { onAnswerFault } from "../lib/named.ts";
import { refuseUnqualified } from "./subqueries.ts";
import { freshDatabase } from "./world.ts";

/** Fails a request with a faulty answer, so that no test accepts its 500. */
function failRequest(fault: string): never {
  console.error(`In an answer, ${fault}`);
  throw new TypeError(`In an answer, ${fault}`);
}

/** Leaves out the log lines of successful requests and jobs, of which tests make thousands. */
const print = console.log;
console.log = (...words) => {
  if (!String(words[0]).startsWith('{"level":"info"')) print(...words);
};

refuseUnqualified();

/** Begins a test, and the hooks of a file before its first one. */
async function begin(): Promise<void> {
  watchAnswers(false);
  watchMigrations(false);
  onAnswerFault(failRequest);
  await freshDatabase();
}
beforeAll(begin);
beforeEach(begin);
