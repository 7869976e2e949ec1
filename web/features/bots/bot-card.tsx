import type { ReactNode } from "react";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { BotStatusBadge } from "../../components/bot-status.tsx";
import { KeyIcon, LinkIcon, WarningIcon } from "../../components/icons.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button, buttonClass } from "../../components/ui/button.tsx";
import { useT } from "../../i18n/i18n.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex h-5 items-center justify-between gap-4">
      <dt className="hint">{name}</dt>
      <dd className="min-w-0 truncate text-sm leading-5">{children}</dd>
    </div>
  );
}

/** One bot: what it is, how it is, and whether it has its token. */
export function BotCard({ bot, onReplaceToken }: { bot: Bot; onReplaceToken: (bot: Bot) => void }) {
  const t = useT();
  const missing = <span className="text-ink-3">{t("bots.card.none")}</span>;
  return (
    <article className="panel flex flex-col px-[18px] py-4" aria-label={bot.name}>
      <header className="flex items-center gap-3">
        <Avatar name={bot.name} square />
        <div className="min-w-0 flex-1 leading-[1.3]">
          <h2 className="truncate" title={bot.name}>
            {bot.name}
          </h2>
          <p className="hint">{bot.framework}</p>
        </div>
        <div className="flex flex-none flex-wrap justify-end gap-1.5">
          {bot.isCrmBot ? (
            <Badge tone="idle" dot={false}>
              {t("bots.card.crm")}
            </Badge>
          ) : null}
          <BotStatusBadge status={bot.status} />
        </div>
      </header>
      <p className="mt-3 mb-3.5 min-h-[42px] [overflow-wrap:anywhere] text-ink-2">
        {bot.description || <span className="text-ink-3">{t("bots.card.no_description")}</span>}
      </p>
      <dl className="mt-auto grid gap-1.5 border-t border-line pt-3">
        <Fact name={t("bots.form.client_id")}>
          {bot.clientId ? <span className="tabular-nums">{bot.clientId}</span> : missing}
        </Fact>
        <Fact name={t("bots.form.token")}>
          {bot.tokenEnding ? (
            <span
              className="font-mono"
              aria-label={t("bots.card.token_ending", { ending: bot.tokenEnding })}
              role="img"
            >
              …{bot.tokenEnding}
            </span>
          ) : (
            <span className="inline-flex items-center gap-1.5 text-wait">
              <WarningIcon size={13} />
              {t("bots.card.no_token")}
            </span>
          )}
        </Fact>
      </dl>
      {bot.can.update || bot.inviteUrl ? (
        <div className="mt-3.5 flex flex-wrap gap-1.5">
          {bot.can.update ? (
            <Button
              size="s"
              icon={<KeyIcon />}
              aria-label={`${t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}: ${bot.name}`}
              onClick={() => onReplaceToken(bot)}
            >
              {t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}
            </Button>
          ) : null}
          {bot.inviteUrl ? (
            <a href={bot.inviteUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: "s" })}>
              <LinkIcon />
              {t("bots.card.invite")}
              <span className="sr-only">{t("bots.card.invite_name", { name: bot.name })}</span>
            </a>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}
