import type { PublicSetting } from "../../../worker/features/settings/settings.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { part } from "../../ui/part.tsx";

export { useSettings } from "./settings.api.ts";

/** Settings with their controls, as rows of a panel. */
export const settingRows = part(
  () => import("./setting-rows.tsx"),
  (language) => [import(`./settings.${language}.json`)],
);

const path = (organizationId: number) => `/api/organization/${organizationId}/public-settings`;

/** The least characters of a new password in the reader's organization; undefined until that is known. */
export function useShortestPassword(): number | undefined {
  const { data } = useOfOrganization<PublicSetting[]>(path, ["settings"], { poll: 0 });
  const value = data?.find(({ settingKey }) => settingKey === "password_length")?.settingValue;
  return typeof value === "number" ? value : undefined;
}
