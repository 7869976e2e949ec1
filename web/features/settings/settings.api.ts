import { mutate } from "swr";
import type { Role } from "../../../worker/features/roles/roles.schema.ts";
import type { OrganizationSetting } from "../../../worker/features/settings/settings.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { staleRecord } from "../../lib/records.ts";
import { checkSession, useUser } from "../../lib/session.tsx";

const settingsPath = (organizationId: number) => `/api/organization/${organizationId}/settings`;

export const useSettings = () => useOfOrganization<OrganizationSetting[]>(settingsPath, ["settings"]);

/** The roles below administration, highest priority first. */
export const useRolesBelow = () =>
  useOfOrganization<Role[]>((id) => `/api/roles/${id}`, ["members"]).data?.filter(
    ({ key, permissions = [] }) =>
      key !== "administrator" && !permissions.some((each) => each.startsWith("admin.")),
  ) ?? [];

/** Changes a setting, which is shown at once and restored on failure; `description` is the text of the toast. */
export function useSetting(setting: OrganizationSetting) {
  const t = useT();
  const { user } = useUser();
  const path = settingsPath(user?.organizationId ?? 0);
  const { settingKey, version } = setting;
  const show = (change: Partial<OrganizationSetting>) =>
    mutate<OrganizationSetting[]>(
      path,
      (all) => all?.map((each) => (each.settingKey === settingKey ? { ...each, ...change } : each)),
      { revalidate: false },
    );
  const change = async (settingValue: boolean | number, _description: string) => {
    await show({ settingValue });
    try {
      const body = { settingValue, version };
      const saved = await request<OrganizationSetting>(`${path}/${settingKey}`, { method: "PUT", body });
      await show(saved);
      // The change may affect the reader's permissions.
      if (settingKey === "require_second_factor") await checkSession().catch(() => undefined);
    } catch (error) {
      await show(staleRecord<OrganizationSetting>(error) ?? setting);
      throw error;
    } finally {
      topicsChanged(["settings", "activity"]);
    }
  };
  return useAction(change, {
    done: (_saved, _value, description) => ({ title: t("settings.done"), description }),
    failed: t("settings.failed"),
  });
}
