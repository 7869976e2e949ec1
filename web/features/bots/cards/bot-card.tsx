import { Link, type LinkProps } from "react-router";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { CopyIcon, KeyIcon, WarningIcon } from "../../../ui/icons.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { MANAGER_TABS, type ManagerTab } from "../address.ts";
import { troubleOf } from "../bot-state.ts";
import { botStatus } from "../bot-status.ts";
import { useBotsShared } from "../bots-context.ts";
import { BotMenu, copyInvite, RunButtons } from "./bot-actions.tsx";

/** Cards are at least this wide from here on, and then four buttons fit beside the menu. */
const ROOMY = "(min-width: 420px)";

/** What went wrong with a bot and what it lacks, with what to do about it. */
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
            {bot.can.secrets ? (
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

/** One bot: what it is, how it is and why, and what can be done with it. */
export function BotCard({ bot, linkTo }: { bot: Bot; linkTo: (tab: ManagerTab) => LinkProps }) {
  const t = useT();
  const format = useFormat();
  const { gateway, pendingOf, roleReason, switchAutoStart, sinceOf } = useBotsShared();
  const isRoomy = useMedia(ROOMY);
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
          <div className="flex min-h-6 items-center justify-between gap-3">
            <p className="min-w-0 hint" title={format.dateTime(bot.statusSince)}>
              {gateway?.problem ? t("bots.last_reported", { since }) : since}
            </p>
            <Switch
              checked={bot.autoStart}
              label={t("bots.auto_start")}
              of={name}
              reason={roleReason(bot.can.run, "auto_start", bot)}
              pending={pendingOf(bot) === "autoStart"}
              onChange={(autoStart) => switchAutoStart(bot, autoStart)}
            />
          </div>
          <div className="flex min-h-6 items-center justify-between gap-3">
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
            className="grid h-10 place-items-center text-md font-book text-ink-2 transition-colors hover:bg-rail hover:text-ink focus-visible:-outline-offset-2"
          >
            {t(`bots.tab.${tab}`)}
          </Link>
        ))}
      </nav>
    </article>
  );
}
