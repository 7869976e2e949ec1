import { useState } from "react";
import type { RoleSyncInput } from "../../../worker/features/discord/roles/roles.schema.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { syncRoles } from "./discord.api.ts";

/** Starts a sync of roles and tells how it ended. */
export function useSync(id: number) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const run = async (wish: RoleSyncInput) => {
    setPending(true);
    try {
      const { currentRoles, cleanedMappings, roleChanges, held } = await syncRoles(id, wish);
      const description = t("discord.sync.counts", { currentRoles, cleanedMappings, roleChanges, held });
      toast({ title: t("discord.sync.done"), description });
    } catch (error) {
      const description = error instanceof ApiError ? errorText(error) : t("discord.sync.failed_text");
      toast({ title: t("discord.sync.failed"), description, variant: "destructive" });
    } finally {
      setPending(false);
    }
  };
  return { run, pending };
}
