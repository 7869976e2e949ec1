import type { ComponentType } from "react";
import type { MessageKey } from "../../catalogues.ts";
import type { Need } from "../../lib/can.ts";
import { fleetActions, fleetTab } from "../fleet/index.ts";

/** A tab of the organization. */
type OrganizationTab = {
  key: string;
  label: MessageKey;
  /** What opening it takes, besides what the page takes. */
  need?: Need;
  View: ComponentType;
  /** What it offers beside the page's heading. */
  Actions?: ComponentType;
};

/** Every tab, in order. Each belongs to a feature, which the page enters by its index. */
export const TABS: readonly OrganizationTab[] = [
  {
    key: "fleet",
    label: "organization.tab.fleet",
    need: "members.read",
    View: fleetTab.View,
    Actions: fleetActions.View,
  },
];
