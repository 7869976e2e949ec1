import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useDiscordRoles, useRoleSync } from "./discord.api.ts";
import { MappingDialog } from "./mapping-dialog.tsx";
import { Mapped } from "./mappings-panel.tsx";

/** The Discord roles that give a role, with their dialog, which a new role is asked with; nothing for the administrator role. */
export default function RoleMapping({ roleId, isNew }: { roleId: number; isNew: boolean }) {
  const t = useT();
  const [edits, setIsEditing] = useState<boolean | null>(null);
  const { data: discordRoles } = useDiscordRoles();
  const isEditing = edits ?? (isNew && Boolean(discordRoles?.length));
  return (
    <AnswerView answer={useRoleSync()} loading={<SkeletonLines lines={2} />}>
      {(set) => {
        const role = set.roles.find(({ id }) => id === roleId);
        if (!role || role.key === "administrator") return null;
        return (
          <section aria-label={t("discord.mappings.discord")} className="mt-5">
            <h3 className="mb-2 label">{t("discord.mappings.discord")}</h3>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <Mapped set={set} roleId={roleId} discordRoles={discordRoles} />
              <Button
                size="s"
                aria-label={t("discord.mappings.edit_of", { name: role.name })}
                reason={!role.can.map && t("discord.mappings.beyond")}
                onClick={() => setIsEditing(true)}
              >
                {t("discord.mappings.edit")}
              </Button>
            </div>
            {isEditing && role.can.map ? (
              <MappingDialog set={set} role={role} onClose={() => setIsEditing(false)} />
            ) : null}
          </section>
        );
      }}
    </AnswerView>
  );
}
