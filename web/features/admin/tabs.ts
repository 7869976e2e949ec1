import type { ComponentType } from "react";
import type { MessageKey } from "../../catalogues.ts";
import type { Need } from "../../lib/can.ts";
import { discordTab } from "../discord/index.ts";

/** A tab of the administration. */
type AdminTab = {
  key: string;
  label: MessageKey;
  /** What opening it takes, besides what the page takes. */
  need?: Need;
  View: ComponentType;
};

/** Every tab, in order. Each belongs to a feature, which the page enters by its index. */
export const TABS: readonly AdminTab[] = [
  { key: "discord", label: "admin.tab.discord", need: "admin.system", View: discordTab.View },
];
