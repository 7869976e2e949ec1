import { useSWRConfig } from "swr";
import type { OrganizationSetting, SettingKey } from "../../../worker/features/settings/settings.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { staleRecord } from "../../lib/resource.ts";
import { checkSession, useUser } from "../../lib/session.tsx";

const settingsPath = (organizationId: number) => `/api/organization/${organizationId}/settings`;

/** All settings of the organization. */
export const useSettings = () => useOfOrganization<OrganizationSetting[]>(settingsPath, ["settings"]);

/** Changes a setting, shown at once and taken back when it fails. @throws ApiError */
export function useChangeSetting() {
  const { mutate } = useSWRConfig();
  const { user } = useUser();
  const path = settingsPath(user?.organizationId ?? 0);
  const show = (key: SettingKey, change: (setting: OrganizationSetting) => OrganizationSetting) =>
    mutate<OrganizationSetting[]>(
      path,
      (all) => all?.map((each) => (each.settingKey === key ? change(each) : each)),
      { revalidate: false },
    );
  return async (
    setting: OrganizationSetting,
    settingValue: OrganizationSetting["settingValue"],
  ): Promise<void> => {
    const { settingKey, version } = setting;
    await show(settingKey, (each) => ({ ...each, settingValue }));
    try {
      const body = { settingValue, version };
      const saved = await request<OrganizationSetting>(`${path}/${settingKey}`, { method: "PUT", body });
      await show(settingKey, () => saved);
      // It may have taken the reader's own permissions.
      if (settingKey === "require_second_factor") await checkSession().catch(() => undefined);
    } catch (error) {
      await show(settingKey, () => staleRecord<OrganizationSetting>(error) ?? setting);
      throw error;
    } finally {
      topicsChanged(["settings", "activity"]);
    }
  };
}
