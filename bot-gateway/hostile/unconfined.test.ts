import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { adviceOn, unconfinedFrameworks } from "../sandbox/advice.ts";
import type { LayerName } from "../sandbox/probe.ts";
import { TIME_LIMIT } from "../testing/time-limit.ts";
import { findsNothing } from "./testing/looks.ts";
import { setStage } from "./testing/stage.ts";

suite("where bots run as the gateway's own user", () => {
  const without: LayerName[] = ["bubblewrap", "process_namespace", "network", "own_uid"];

  test(
    "Node.js keeps reads-data.js from all data, and Python bots are refused unless they are allowed",
    TIME_LIMIT,
    async () => {
      const stage = await setStage({ without, allowUnconfined: [] });
      try {
        const refused = stage.sandbox.frameworks.map((each) => [each.framework, each.refused]);
        assert.deepEqual(refused, [
          ["discord.js", false],
          ["discord.py", true],
        ]);
        assert.match(adviceOn(stage.sandbox.isolation) ?? "", /bubblewrap/);
        await findsNothing(stage, "reads-data.js");
      } finally {
        await stage.end();
      }
    },
  );

  test("the layers determine which frameworks are refused and what would raise the level", () => {
    const layer = (name: LayerName, why: string | null) => ({ name, on: why === null, why });
    const bare = [
      layer("node_permissions", null),
      layer("bubblewrap", "bwrap is not installed"),
      layer("own_uid", "the gateway does not run as root"),
    ];
    assert.deepEqual(unconfinedFrameworks({ level: "process", layers: bare }), ["discord.py"]);
    assert.equal(
      adviceOn({ level: "process", layers: bare }),
      "Install the package bubblewrap (apt-get install bubblewrap), or run the gateway as root with the package util-linux installed.",
    );
    const open = [layer("node_permissions", "files stay open to bots")];
    assert.deepEqual(unconfinedFrameworks({ level: "process", layers: open }), ["discord.js", "discord.py"]);
    for (const level of ["own_uid", "bubblewrap", "virtual_machine"] as const)
      assert.deepEqual(unconfinedFrameworks({ level, layers: open }), []);
    assert.equal(adviceOn({ level: "bubblewrap", layers: [] }), null);
  });
});
