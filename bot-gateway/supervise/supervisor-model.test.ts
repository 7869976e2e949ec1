import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { botState } from "../protocol.ts";
import { temporaryFolder } from "../testing/folders.ts";
import { order } from "../testing/start.ts";
import { READY, superviseIn } from "../testing/supervise.ts";

const nature = fc.record({
  identifyGap: fc.constantFrom(0, 5_000),
  obeys: fc.boolean(),
  spawnDelay: fc.constantFrom(0, 300),
});
const action = fc.oneof(
  fc.record({ kind: fc.constantFrom("start", "stop", "restart", "remove", "command") }),
  fc.record({
    kind: fc.constantFrom("ready", "fatal", "identify", "crash", "hang", "fatten", "unspawnable"),
  }),
  fc.record({ kind: fc.constant("time"), by: fc.constantFrom(0, 100, 1_000, 5_000, 61_000, 700_000) }),
);

test("keeps one process per bot, no early login and a correct state, for any orders and any behaviour of bots", async (t) => {
  const root = temporaryFolder(t);
  await fc.assert(
    fc.asyncProperty(nature, fc.array(action, { maxLength: 40 }), async (nature, actions) => {
      const { identifyGap, ...behaviour } = nature;
      const { clock, sandbox, supervisor, states } = superviseIn(root, { identifyGap });
      Object.assign(sandbox, behaviour);
      for (const { kind, ...more } of actions) {
        const process = sandbox.alive(1)[0];
        const before = supervisor.states().bots[0];
        if (kind === "start") {
          const { isAccepted } = supervisor.start(1, order(""));
          assert.equal(isAccepted, !before || !["starting", "running"].includes(before.status));
        } else if (kind === "stop") supervisor.stop(1);
        else if (kind === "restart") supervisor.restart(1, order(""));
        else if (kind === "remove") void supervisor.remove(1);
        else if (kind === "command") void supervisor.command(1, "syncmembers");
        else if (kind === "ready") process?.report(READY);
        else if (kind === "fatal")
          process?.report({ type: "fatal", reason: "intents_refused", code: 4014, detail: "" });
        else if (kind === "identify") process?.report({ type: "identify" });
        else if (kind === "crash") process?.end(1);
        else if (kind === "hang" && process) process.obeys = false;
        else if (kind === "fatten" && process) process.memory = 2 ** 40;
        else if (kind === "unspawnable") sandbox.failure = new Error("EAGAIN");
        await clock.advance("by" in more ? more.by : 0);
        const state = supervisor.states().bots[0];
        if (state && ["inactive", "error"].includes(state.status)) assert.equal(sandbox.alive(1).length, 0);
        if (state?.status === "running") assert.equal(sandbox.alive(1).length, 1);
      }
      for (const state of states) botState.parse(state);
      assert.ok(states.every(({ sequence }, at) => at === 0 || sequence > (states[at - 1]?.sequence ?? 0)));
      for (const [at, { time, aliveBefore }] of sandbox.orders.entries()) {
        assert.equal(aliveBefore, 0, "two processes of one bot");
        const previous = sandbox.orders[at - 1]?.time ?? Number.NEGATIVE_INFINITY;
        assert.ok(time - previous >= identifyGap, "logins too close together");
      }
      const isClosed = supervisor.close();
      await clock.advance(10_000);
      await isClosed;
      assert.equal(sandbox.alive(1).length, 0);
      const last = supervisor.states().bots[0];
      if (last) assert.ok(["inactive", "error"].includes(last.status));
      await clock.advance(700_000);
      assert.equal(sandbox.alive(1).length, 0);
    }),
    { numRuns: 150 },
  );
});
