import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OURS, type Tables } from "../../lib/table-rules.ts";
import { countSources } from "./figures.ts";
import { referralRoutes } from "./referrals.routes.ts";
import { referralAudit } from "./referrals.texts.ts";

export { byCookie, sourceOf } from "./code.ts";
export { forgetLinks } from "./sources.ts";

const referralTables: Tables = {
  sources: {
    backup: backedUp("prospects"),
    personal: {
      isOf: isOfUser,
      columns: ["id", "kind", "code", "ended_at", "created_at", "updated_at"],
      without: {
        organization_id: OURS,
        user_id: "Stands with the user.",
        name: "Names an advertisement.",
        note: "What officers wrote of a source: ask an administrator for it.",
        version: COUNTER,
      },
    },
  },
  source_figures: { backup: { leftOut: "Counted each morning from the prospects." } },
};

export const referralsFeature = {
  routes: referralRoutes,
  tables: referralTables,
  audit: referralAudit,
  daily: (context) => [countSources(context)],
} satisfies Feature;
