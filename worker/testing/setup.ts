import { beforeEach } from "vitest";
import { onAnswerFault } from "../lib/named.ts";
import { freshDatabase } from "./world.ts";

// The request then fails with 500, which no test takes for an answer.
onAnswerFault((fault) => {
  console.error(`An answer's ${fault}`);
  throw new TypeError(`An answer's ${fault}`);
});
beforeEach(freshDatabase);
