import { beforeEach } from "vitest";
import { onAnswerFault } from "../lib/named.ts";
import { freshDatabase } from "./world.ts";

/** Fails a request with a faulty answer, so that no test accepts its 500. */
function failRequest(fault: string): never {
  console.error(`In an answer, ${fault}`);
  throw new TypeError(`In an answer, ${fault}`);
}

beforeEach(async () => {
  onAnswerFault(failRequest);
  await freshDatabase();
});
