import { useEffect, useState } from "react";
import useSWR from "swr";
import type {
  DiscordRole,
  RolePreview,
  RoleSync,
  RoleSyncAnswer,
  RoleSyncInput,
} from "../../../worker/features/discord/roles/roles.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request, withQuery } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { answeredOr } from "../../lib/fallback.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

/** The role mappings of an organization as one record, whose id is that of the organization. */
export const roleSets = resource<RoleSync>({
  path: "/api/discord/role-mappings",
  recordPath: (id) => `/api/discord/role-sync/${id}`,
  topics: ["discord_roles", "members", "activity"],
});

const useOrganizationId = () => useUser().user?.organizationId ?? 0;

/** The mappings of the reader's organization, with roles, numbers of users and the last sync. */
export const useRoleSync = () => roleSets.useOne(useOrganizationId());

/** The roles of the Discord server, fetched anew each time: they change in Discord while this page is open. */
export const useDiscordRoles = () =>
  useSWR<DiscordRole[]>(`/api/discord/roles/${useOrganizationId()}`, { revalidateIfStale: true });

/** Pause after a change before its preview is fetched, in milliseconds. */
const PAUSE = 500;

/** A value after it has not changed for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The preview of a sync, fetched again after a change of the mappings or the order, and after a sync. */
export function usePreview({ id, version, last, roles }: RoleSync) {
  const order = roles.map((role) => role.id).join();
  const key = `/api/discord/role-preview/${id}#${version}.${order}.${last?.finishedAt ?? ""}`;
  return useSWR<RolePreview>(key, { keepPreviousData: true, revalidateIfStale: true });
}

/** Whom some Discord roles would give a role; undefined without any, and until Discord is read. */
export function useEffectOf({ id, version }: RoleSync, roleId: number, discordRoleIds: readonly string[]) {
  const discordRoles = useSettled(discordRoleIds.join());
  const path = withQuery(`/api/discord/role-preview/${id}`, { role: String(roleId), discordRoles });
  const { data } = useSWR<RolePreview>(discordRoles ? `${path}#${version}` : null);
  return discordRoles === discordRoleIds.join() ? (data?.ofRole ?? undefined) : undefined;
}

/** The sync of members and roles. */
export function useSync(id: number) {
  const t = useT();
  const sync = (body: RoleSyncInput) =>
    request<RoleSyncAnswer>(`/api/discord/sync-roles/${id}`, { method: "POST", body }).finally(() =>
      topicsChanged(["discord_roles", "members", "activity", "prospects"]),
    );
  const action = useAction(sync, {
    done: ({ roleChanges, held }) => ({
      title: t("discord.sync.done"),
      description: t("discord.sync.counts", { roleChanges, held }),
    }),
    failed: (error, wish) =>
      tellFailure(error, {
        title: t("discord.sync.failed"),
        text: answeredOr(error, t("discord.sync.failed_text")),
        action: isPaused(error)
          ? { label: t("discord.sync.anyway"), run: () => void action.run({ ...wish, whilePaused: true }) }
          : undefined,
      }),
  });
  return action;
}

const isPaused = (error: unknown) => error instanceof ApiError && error.code === "sync_paused";
