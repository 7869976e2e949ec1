import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import {
  CopyIcon,
  ExternalIcon,
  KeyIcon,
  MoreIcon,
  SyncIcon,
  TrashIcon,
  WarningIcon,
} from "../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Switch } from "../../ui/switch.tsx";
import { HistoryItem } from "../audit/index.ts";
import { MANAGER_TABS, type ManagerTab } from "./address.ts";
import { RUN_ACTIONS, type RunAction, troubleOf } from "./bot-state.ts";
import { botStatus } from "./bot-status.ts";
import { useBotsShared } from "./bots-context.ts";

export const copyInvite = (url: string) =>
  copyText(url, { title: translate("bots.invite_copied"), description: url }, translate("bots.failed"));

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

/** The buttons Start, Stop and Restart of a bot, and with `withSync` Sync members. */
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

function BotMenu({ bot, withSync }: { bot: Bot; withSync: boolean }) {
  const t = useT();
  const { run, askToDelete, askToMakeCrm, reasonOf, roleReason } = useBotsShared();
  const { name, inviteUrl } = bot;
  const trigger = (
    <IconButton size="s" variant="default" label={t("bots.more", { name })} icon={<MoreIcon />} />
  );
  const noInvite = inviteUrl ? null : t("bots.invite_missing");
  return (
    <Menu trigger={trigger}>
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
      <HistoryItem area="bots" id={bot.id} />
      <MenuSeparator />
      <MenuItem
        danger
        icon={<TrashIcon />}
        reason={roleReason(bot.can.delete, bot)}
        onSelect={() => askToDelete(bot)}
      >
        {t("bots.delete")}
      </MenuItem>
    </Menu>
  );
}

/** The error of a bot and what it lacks, with what to do. */
function Trouble({ bot, tokenLink }: { bot: Bot; tokenLink: LinkProps }) {
  const t = useT();
  const trouble = troubleOf(bot);
  const tone = bot.status === "error" ? "stop" : "wait";
  return (
    <>
      {trouble ? (
        <div className="mb-3 flex gap-2 text-sm">
          <WarningIcon size={15} className={`mt-0.5 flex-none ${TONE_TEXT[tone]}`} />
          <div className="min-w-0">
            <p>{t(`bots.reason.${trouble}`, { framework: bot.framework })}</p>
            {bot.statusDetail ? (
              <p
                className="mt-1 line-clamp-3 font-mono text-xs [overflow-wrap:anywhere] text-ink-2"
                title={bot.statusDetail}
              >
                {bot.statusDetail}
              </p>
            ) : null}
          </div>
        </div>
      ) : null}
      {bot.tokenEnding === null ? (
        <p className="mb-3 flex gap-2 text-sm">
          <KeyIcon size={15} className="mt-0.5 flex-none text-wait" />
          <span>
            {t("bots.card.no_token")}{" "}
            {bot.can.token ? (
              <Link
                {...tokenLink}
                className="link underline underline-offset-3"
                aria-label={`${t("bots.token.add")}: ${bot.name}`}
              >
                {t("bots.token.add")}
              </Link>
            ) : (
              t("bots.card.no_token_ask")
            )}
          </span>
        </p>
      ) : null}
    </>
  );
}

export function BotCard({ bot, linkTo }: { bot: Bot; linkTo: (tab: ManagerTab) => LinkProps }) {
  const t = useT();
  const format = useFormat();
  const { gateway, pendingOf, reasonOf, roleReason, switchAutoStart, sinceOf } = useBotsShared();
  /** Why it can be neither started nor stopped, where nothing above says so. */
  const isExplained = bot.tokenEnding === null || gateway?.problem;
  const blocked = !isExplained && reasonOf("stop", bot) ? reasonOf("start", bot) : null;
  /** Whether there is room for four buttons beside the menu. */
  const isRoomy = useMedia("(min-width: 420px)");
  const { name, discordUser, inviteUrl } = bot;
  const since = sinceOf(bot);
  const { tone, label } = botStatus(bot.status, t);
  return (
    <article className="panel flex flex-col overflow-clip" aria-label={name} data-bot={bot.id}>
      <div className="flex flex-1 flex-col px-[18px] pt-4">
        <header className="flex items-start gap-3">
          <Avatar name={name} square className="mt-0.5" />
          <div className="min-w-0 flex-1 leading-[1.3]">
            <h2 className="[overflow-wrap:anywhere]">{name}</h2>
            <p className="flex flex-wrap items-center gap-x-2 hint leading-[19px]">
              {bot.framework}
              {bot.isCrmBot ? (
                <Badge tone="idle" size="s" dot={false}>
                  {t("bots.card.crm")}
                </Badge>
              ) : null}
            </p>
          </div>
          <Badge tone={gateway?.problem ? "idle" : tone}>{label}</Badge>
        </header>
        <p className="mt-3 mb-3.5 min-h-[42px] [overflow-wrap:anywhere] text-ink-2">
          {bot.description || <span className="text-ink-3">{t("bots.card.no_description")}</span>}
        </p>
        <Trouble bot={bot} tokenLink={linkTo("settings")} />
        <div className="mt-auto grid gap-1 border-t border-line pt-2.5">
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
            <p className="min-w-0 hint" title={format.dateTime(bot.statusSince)}>
              {gateway?.problem ? t("bots.last_reported", { since }) : since}
            </p>
            <Switch
              checked={bot.autoStart}
              label={t("bots.auto_start")}
              subject={name}
              reason={roleReason(bot.can.run, bot)}
              pending={pendingOf(bot) === "autoStart"}
              onChange={(autoStart) => switchAutoStart(bot, autoStart)}
            />
          </div>
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
            <p className="min-w-0 truncate hint" title={discordUser?.id}>
              {discordUser ? `@${discordUser.username}` : t("bots.card.signed_out")}
            </p>
            {inviteUrl ? (
              <span className="-mr-1.5 -my-0.5 flex flex-none items-center gap-1">
                <a href={inviteUrl} target="_blank" rel="noreferrer" className="link text-sm leading-6">
                  {t("bots.card.invite")}
                  <span className="sr-only">{t("bots.card.invite_name", { name })}</span>
                </a>
                <IconButton
                  size="s"
                  label={t("bots.invite_copy_of", { name })}
                  icon={<CopyIcon size={14} />}
                  onClick={() => void copyInvite(inviteUrl)}
                />
              </span>
            ) : null}
          </div>
        </div>
        {blocked ? <p className="mt-3 hint">{blocked}</p> : null}
        <div className="mt-3 mb-4 flex flex-wrap gap-1.5">
          <RunButtons bot={bot} withSync={bot.isCrmBot && isRoomy} />
          <span className="ml-auto">
            <BotMenu bot={bot} withSync={bot.isCrmBot && !isRoomy} />
          </span>
        </div>
      </div>
      <nav
        aria-label={t("bots.card.parts", { name })}
        className="grid grid-cols-3 divide-x divide-line border-t border-line"
      >
        {MANAGER_TABS.map((tab) => (
          <Link
            key={tab}
            {...linkTo(tab)}
            data-open={tab}
            className="target grid h-10 place-items-center text-md font-book text-ink-2 transition-colors hover:bg-rail hover:text-ink focus-visible:-outline-offset-2"
          >
            {t(`bots.tab.${tab}`)}
          </Link>
        ))}
      </nav>
    </article>
  );
}
