import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { translate, useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CopyIcon, ExternalIcon, MoreIcon, SyncIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { useBotsShared } from "../bots-context.ts";
import { useBotText } from "../use-bot-text.ts";

/** Puts a bot's invite link on the clipboard. */
export async function copyInvite(inviteUrl: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(inviteUrl);
    toast({ title: translate("bots.invite_copied"), description: inviteUrl });
  } catch {
    toast({ title: translate("bots.failed"), description: inviteUrl, variant: "destructive" });
  }
}

/** What is seldom asked of a bot. */
export function BotMenu({ bot, withSync }: { bot: Bot; withSync: boolean }) {
  const t = useT();
  const text = useBotText();
  const { run, pendingOf, askToDelete } = useBotsShared();
  const { inviteUrl } = bot;
  const noInvite = inviteUrl ? null : t("bots.invite_missing");
  return (
    <Menu
      trigger={
        <IconButton
          size="s"
          variant="default"
          label={t("bots.more", { name: bot.name })}
          icon={<MoreIcon />}
        />
      }
    >
      {withSync ? (
        <>
          <MenuItem
            icon={<SyncIcon />}
            reason={text.reason("sync", bot)}
            onSelect={() => {
              if (pendingOf(bot) === null) run(bot, "sync");
            }}
          >
            {t("bots.action.sync")}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={<CopyIcon />} reason={noInvite} onSelect={() => void copyInvite(inviteUrl ?? "")}>
        {t("bots.invite_copy")}
      </MenuItem>
      <MenuItem
        icon={<ExternalIcon />}
        reason={noInvite}
        onSelect={() => window.open(inviteUrl ?? "", "_blank", "noreferrer")}
      >
        {t("bots.card.invite")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        danger
        icon={<TrashIcon />}
        reason={bot.can.delete ? null : t("bots.blocked.delete_role")}
        onSelect={() => askToDelete(bot)}
      >
        {t("bots.delete")}
      </MenuItem>
    </Menu>
  );
}
