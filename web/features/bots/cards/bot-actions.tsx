import type { ComponentProps } from "react";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { translate, useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CopyIcon, ExternalIcon, KeyIcon, MoreIcon, SyncIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { RUN_ACTIONS, type RunAction } from "../bot-state.ts";
import { useBotsShared } from "../bots-context.ts";

/** Puts a bot's invite link on the clipboard. */
export async function copyInvite(inviteUrl: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(inviteUrl);
    toast({ title: translate("bots.invite_copied"), description: inviteUrl });
  } catch {
    toast({ title: translate("bots.failed"), description: inviteUrl, variant: "destructive" });
  }
}

/** Asks one thing of a bot. */
export function RunButton(props: ComponentProps<typeof Button> & { bot: Bot; action: RunAction }) {
  const { bot, action, ...rest } = props;
  const t = useT();
  const { pendingOf, run, reasonOf } = useBotsShared();
  const pending = pendingOf(bot);
  return (
    <Button
      size="s"
      reason={pending ? null : reasonOf(action, bot)}
      pending={pending === action}
      onClick={() => run(bot, action)}
      {...rest}
    >
      {t(`bots.action.${action}`)}
    </Button>
  );
}

/** Start, Stop and Restart of one bot, and Sync members where it reads the members and there is room. */
export function RunButtons({ bot, withSync = false }: { bot: Bot; withSync?: boolean }) {
  const t = useT();
  const canStart = useBotsShared().reasonOf("start", bot) === null;
  const actions = RUN_ACTIONS.filter((action) => action !== "sync" || withSync);
  return actions.map((action) => (
    <RunButton
      key={action}
      bot={bot}
      action={action}
      aria-label={`${t(`bots.action.${action}`)}: ${bot.name}`}
      variant={action === "start" && canStart ? "primary" : "default"}
    />
  ));
}

/** What is seldom asked of a bot. */
export function BotMenu({ bot, withSync }: { bot: Bot; withSync: boolean }) {
  const t = useT();
  const { run, askToDelete, askToMakeCrm, reasonOf, roleReason } = useBotsShared();
  const { name, inviteUrl } = bot;
  const noInvite = inviteUrl ? null : t("bots.invite_missing");
  return (
    <Menu
      trigger={<IconButton size="s" variant="default" label={t("bots.more", { name })} icon={<MoreIcon />} />}
    >
      {withSync ? (
        <>
          <MenuItem icon={<SyncIcon />} reason={reasonOf("sync", bot)} onSelect={() => run(bot, "sync")}>
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
      {bot.can.makeCrm ? (
        <MenuItem icon={<KeyIcon />} onSelect={() => askToMakeCrm(bot)}>
          {t("bots.crm.make")}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem
        danger
        icon={<TrashIcon />}
        reason={roleReason(bot.can.delete, "delete", bot)}
        onSelect={() => askToDelete(bot)}
      >
        {t("bots.delete")}
      </MenuItem>
    </Menu>
  );
}
