import { beforeEach } from "vitest";
import { onAnswerFault } from "../lib/named.ts";
import { freshDatabase } from "./world.ts";

/** Fails the request whose answer is faulty: no test takes its 500 for an answer. */
function failRequest(fault: string): never {
  console.error(`In an answer, ${fault}`);
  throw new TypeError(`In an answer, ${fault}`);
}

beforeEach(async () => {
  onAnswerFault(failRequest);
  await freshDatabase();
});
