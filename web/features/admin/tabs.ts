import type { ComponentType } from "react";
import type { MessageKey } from "../../catalogues.ts";
import type { Need } from "../../lib/can.ts";
import { permissionsTab, rolesTab } from "../roles/index.ts";

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
  { key: "roles", label: "admin.tab.roles", View: rolesTab.View },
  { key: "permissions", label: "admin.tab.permissions", View: permissionsTab.View },
];
