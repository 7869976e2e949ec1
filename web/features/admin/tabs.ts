import type { ComponentType } from "react";
import type { MessageKey } from "../../catalogues.ts";
import type { Need } from "../../lib/can.ts";
import { apiTab } from "../health/index.ts";
import { settingsTab } from "../settings/index.ts";

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
  { key: "api", label: "admin.tab.api", need: "admin.system", View: apiTab.View },
  { key: "settings", label: "admin.tab.settings", need: "admin.system", View: settingsTab.View },
];
