import type { ComponentProps } from "react";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ExternalIcon, KeyIcon, MoreIcon, SyncIcon, TrashIcon, WarningIcon } from "../../ui/icons.tsx";
import { Link, type LinkProps } from "../../ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Switch } from "../../ui/switch.tsx";
import { HistoryItem } from "../audit/index.ts";
import { MANAGER_TABS, type ManagerTab } from "./address.ts";
import { type RunAction, runsOf, troubleOf } from "./bot-state.ts";
import { botStatus } from "./bot-status.ts";
import { useBotsShared } from "./bots-context.ts";

export const copyInvite = (url: string) =>
  copyText(url, { title: translate("bots.invite_copied"), description: url }, translate("bots.failed"));

export function RunButton(
  props: ComponentProps<typeof Button> & {
    bot: Bot;
    action: RunAction;
    /** Whether the bot is doing it. */
    isBusy?: boolean;
  },
) {
  const { bot, action, isBusy = false, ...rest } = props;
  const t = useT();
  const { pendingOf, run, reasonOf } = useBotsShared();
  const pending = pendingOf(bot);
  return (
    <Button
      size="s"
      reason={pending || isBusy ? null : reasonOf(action, bot)}
      pending={pending === action || isBusy}
      onClick={() => run(bot, action)}
      {...rest}
    >
      {t(`bots.action.${action}`)}
    </Button>
  );
}

/** The buttons that run, restart and stop a bot, or why the reader can do none of that. */
export function RunButtons({ bot }: { bot: Bot }) {
  const t = useT();
  const { reasonOf, pendingOf } = useBotsShared();
  const { shown, busy } = runsOf(bot.status);
  const reasons = shown.map((action) => (action === busy || pendingOf(bot) ? null : reasonOf(action, bot)));
  const possible = shown.filter((_, at) => reasons[at] === null);
  if (possible.length === 0) return <p className="self-center hint">{reasons.at(-1)}</p>;
  return possible.map((action) => (
    <RunButton
      // The button keeps the focus as Start becomes Restart.
      key={action === "stop" ? action : "run"}
      bot={bot}
      action={action}
      isBusy={action === busy}
      aria-label={`${t(`bots.action.${action}`)}: ${bot.name}`}
      variant={action === "start" ? "primary" : "default"}
    />
  ));
}

function BotMenu({ bot }: { bot: Bot }) {
  const t = useT();
  const { run, askToDelete, askToMakeCrm, reasonOf, roleReason } = useBotsShared();
  const { name, inviteUrl } = bot;
  const trigger = (
    <IconButton size="s" variant="default" label={t("bots.more", { name })} icon={<MoreIcon />} />
  );
  return (
    <Menu trigger={trigger}>
      {bot.isCrmBot ? (
        <MenuItem icon={<SyncIcon />} reason={reasonOf("sync", bot)} onSelect={() => run(bot, "sync")}>
          {t("bots.action.sync")}
        </MenuItem>
      ) : null}
      {bot.can.makeCrm ? (
        <MenuItem icon={<KeyIcon />} onSelect={() => askToMakeCrm(bot)}>
          {t("bots.crm.make")}
        </MenuItem>
      ) : null}
      {inviteUrl ? (
        <MenuItem
          icon={<ExternalIcon />}
          onSelect={() => void window.open(inviteUrl, "_blank", "noreferrer")}
        >
          {t("bots.card.invite")}
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

/** The error of a bot, with what to do. */
function Trouble({ bot }: { bot: Bot }) {
  const t = useT();
  const trouble = troubleOf(bot);
  if (!trouble) return null;
  return (
    <div className="mb-3 flex gap-2 text-sm">
      <WarningIcon
        size={15}
        className={`mt-0.5 flex-none ${TONE_TEXT[bot.status === "error" ? "stop" : "wait"]}`}
      />
      <div className="min-w-0">
        <p>{t(`bots.reason.${trouble}`, { framework: bot.framework })}</p>
        {bot.statusDetail && trouble !== "token_refused" ? (
          <p
            className="mt-1 line-clamp-3 font-mono text-xs [overflow-wrap:anywhere] text-ink-2"
            title={bot.statusDetail}
          >
            {bot.statusDetail}
          </p>
        ) : null}
      </div>
    </div>
  );
}

export function BotCard({ bot, linkTo }: { bot: Bot; linkTo: (tab: ManagerTab) => LinkProps }) {
  const t = useT();
  const format = useFormat();
  const { gateway, pendingOf, switchAutoStart, sinceOf } = useBotsShared();
  const { name, discordUser } = bot;
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
        <p className="mt-3 mb-3.5 [overflow-wrap:anywhere] text-ink-2">{bot.description}</p>
        <Trouble bot={bot} />
        <div className="mt-auto grid gap-1 border-t border-line pt-2.5">
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
            <p className="min-w-0 hint" title={format.dateTime(bot.statusSince)}>
              {gateway?.problem ? t("bots.last_reported", { since }) : since}
            </p>
            {bot.can.run ? (
              <Switch
                checked={bot.autoStart}
                label={t("bots.auto_start")}
                subject={name}
                pending={pendingOf(bot) === "autoStart"}
                onChange={(autoStart) => switchAutoStart(bot, autoStart)}
              />
            ) : (
              <p className="hint">{bot.autoStart ? t("bots.auto_starts") : null}</p>
            )}
          </div>
          {discordUser && discordUser.username !== name ? (
            <p className="truncate hint" title={discordUser.id}>
              @{discordUser.username}
            </p>
          ) : null}
        </div>
        <div className="mt-3 mb-4 flex gap-1.5">
          {bot.tokenEnding === null && bot.can.token ? (
            <Link
              {...linkTo("settings")}
              className="btn primary s"
              aria-label={`${t("bots.token.add")}: ${name}`}
            >
              {t("bots.token.add")}
            </Link>
          ) : (
            <RunButtons bot={bot} />
          )}
          <span className="ml-auto">
            <BotMenu bot={bot} />
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
