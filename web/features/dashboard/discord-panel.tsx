import { Link } from "react-router";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { Gate } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { BotIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { botStatus } from "../bots/index.ts";
import { useBots } from "./dashboard.api.ts";
import { LoadError } from "./load-error.tsx";

const BOTS_PATH = "/discord-bots";
const ROW = "flex items-center gap-3 border-t border-line px-[18px] py-[11px] first:border-t-0";

function BotRow({ bot }: { bot: Bot }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { tone, label } = botStatus(bot.status, t);
  return (
    <li className={ROW}>
      <Dot tone={tone} />
      <span className="min-w-0 flex-1">
        <Link to={BOTS_PATH} className="block truncate font-book hover:underline">
          {bot.name}
        </Link>
        <span className="block hint">
          {t("dashboard.discord.last_activity", { when: format.relative(bot.updatedAt, now) })}
        </span>
      </span>
      <span className="text-sm">{label}</span>
    </li>
  );
}

/** The organization's bots and how they are. */
export function DiscordPanel() {
  const t = useT();
  const { data, error, mutate } = useBots();
  return (
    <Panel
      title={t("dashboard.discord.title")}
      actions={
        <ButtonLink to={BOTS_PATH} size="s">
          {t("dashboard.discord.manage")}
        </ButtonLink>
      }
      aria-busy={!data && !error}
    >
      {data ? (
        data.length > 0 ? (
          <ul>
            {data.map((bot) => (
              <BotRow key={bot.id} bot={bot} />
            ))}
          </ul>
        ) : (
          <EmptyState
            className="py-8"
            icon={<BotIcon size={22} />}
            title={t("dashboard.discord.empty")}
            action={
              <Gate need="bots.write">
                <Link to={BOTS_PATH} className="link">
                  {t("dashboard.discord.configure")}
                </Link>
              </Gate>
            }
          />
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => mutate()} />
      ) : (
        ["a", "b"].map((key) => (
          <div key={key} className={ROW}>
            <Skeleton className="size-2 rounded-full" />
            <span className="flex-1">
              <Skeleton className="h-3.5 w-28" />
              <Skeleton className="mt-2 h-3 w-40" />
            </span>
          </div>
        ))
      )}
    </Panel>
  );
}
