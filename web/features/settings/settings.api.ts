import type { OrganizationSetting } from "../../../worker/features/settings/settings.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";

export const settingsPath = (organizationId: number) => `/api/organization/${organizationId}/settings`;

/** All settings of the reader's organization, for administrators. */
export const useSettings = () => useOfOrganization<OrganizationSetting[]>(settingsPath, ["settings"]);
