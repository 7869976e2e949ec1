import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../testing/runs.ts";
import { raw, rows } from "../../../testing/world.ts";
import { fromGateway, makeBot, makeRun, report, state } from "../testing/bots.factory.ts";

const STATUSES = ["starting", "running", "stopping", "inactive", "error"] as const;

it("the newest state of the latest run is stored, for any order and repetition of states", async () => {
  const bot = await makeBot();
  const ids = [await makeRun(bot), await makeRun(bot)];
  const reports = fc.uniqueArray(
    fc.record({
      run: fc.constantFrom(0, 1),
      sequence: fc.nat(20),
      status: fc.constantFrom(...STATUSES),
    }),
    { minLength: 1, maxLength: 6, selector: ({ sequence }) => sequence },
  );
  const scenario = reports.chain((states) =>
    fc.tuple(
      fc.constant(states),
      fc.shuffledSubarray([...states, ...states], { minLength: states.length * 2 }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(scenario, async ([states, delivered]) => {
      await raw.DB.prepare(
        `update bots set status = 'inactive', run_id = null, gateway_instance = null, state_sequence = null`,
      ).run();
      for (const { run, status, sequence } of delivered) {
        await fromGateway("reports", report({ states: [state(bot, ids[run] ?? 0, { status, sequence })] }));
      }
      const [newest] = [...states].sort((a, b) => b.run - a.run || b.sequence - a.sequence);
      expect(await rows("select status, run_id, state_sequence from bots")).toEqual([
        { status: newest?.status, run_id: ids[newest?.run ?? 0], state_sequence: newest?.sequence },
      ]);
    }),
    runs(5, 25),
  );
});
