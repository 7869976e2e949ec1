import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get, post } from "../../lib/http/route.ts";
import { backedUp, technical } from "../../lib/table-rules.ts";
import { dismissSetup, getSetup, trySetup } from "./measure.ts";
import { setup } from "./setup.schema.ts";

const access = requires("admin.system");

export const setupFeature = {
  routes: (features) => [
    get("/setup/:orgId", {
      access,
      answers: setup,
      depends: [
        ...["setup", "bots", "health", "discord_roles", "activity"],
        ...["members", "announcements", "backups"],
      ],
      // A sync that no process continues has failed.
      moment: everyMinute,
      summary: "Measure how far the organization is set up",
      run: (context) => getSetup(features)(context),
    }),
    post("/setup/:orgId/trial", {
      access,
      answers: setup,
      summary: "Count what the first member sync would do",
      run: trySetup(features),
    }),
    post("/setup/:orgId/dismiss", {
      access,
      answers: setup,
      summary: "Have the set-up not shown any more",
      run: dismissSetup(features),
    }),
  ],
  tables: { setups: { backup: technical(backedUp("settings")) } },
  topics: { setup: [{ table: "setups", on: ["insert", "update"] }] },
} satisfies Feature;
