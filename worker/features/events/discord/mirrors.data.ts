import type { Tables } from "../../../lib/table-rules.ts";

export const mirrorTables: Tables = {
  event_mirrors: {
    backup: {
      leftOut:
        "Follows what is in Discord: after restoring, events that are there are recognized by their address.",
    },
  },
  event_mirror_states: {
    backup: { leftOut: "Says how it goes with Discord now; the next run writes it again." },
  },
};
