import type { ComponentType } from "react";
import type { MessageKey } from "../../catalogues.ts";
import type { Need } from "../../lib/can.ts";
import { backupTab } from "../backup/index.ts";
import { discordTab } from "../discord/index.ts";
import { apiTab } from "../health/index.ts";
import { usersTab } from "../members/index.ts";
import { permissionsTab, rolesTab } from "../roles/index.ts";
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
  { key: "users", label: "admin.tab.users", View: usersTab.View },
  { key: "roles", label: "admin.tab.roles", View: rolesTab.View },
  { key: "permissions", label: "admin.tab.permissions", View: permissionsTab.View },
  { key: "discord", label: "admin.tab.discord", need: "admin.system", View: discordTab.View },
  { key: "api", label: "admin.tab.api", need: "admin.system", View: apiTab.View },
  { key: "backup", label: "admin.tab.backup", need: "admin.system", View: backupTab.View },
  { key: "settings", label: "admin.tab.settings", need: "admin.system", View: settingsTab.View },
];
