import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { BotIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { botStatus, hasRun } from "../bots/index.ts";
import { useBots } from "./dashboard.api.ts";

const BOTS_PATH = "/discord-bots";

export function DiscordPanel() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const bots = useBots();
  const canSetUp = useCan("bots.write");
  return (
    <ListPanel
      title={t("dashboard.discord.title")}
      actions={
        <ButtonLink to={BOTS_PATH} size="s">
          {t("dashboard.discord.manage")}
        </ButtonLink>
      }
      source={bots}
      loading={<LoadingRows rows={2} />}
      empty={
        <EmptyState
          className="py-8"
          icon={<BotIcon size={22} />}
          title={t("dashboard.discord.empty")}
          action={
            canSetUp && (
              <Link to={BOTS_PATH} className="link">
                {t("dashboard.discord.configure")}
              </Link>
            )
          }
        />
      }
    >
      {(items) => (
        <ul>
          {items.map((bot) => {
            const { id, name, status } = bot;
            const { tone, label } = botStatus(status, t);
            return (
              <li
                key={id}
                className="flex items-center gap-3 border-t border-line px-[18px] py-[11px] first:border-t-0"
              >
                <Dot tone={tone} />
                <span className="min-w-0 flex-1">
                  <Link to={BOTS_PATH} className="block truncate py-0.5 font-book hover:underline">
                    {name}
                  </Link>
                  <span className="block hint">
                    {hasRun(bot)
                      ? t("dashboard.discord.last_activity", { when: format.relative(bot.updatedAt, now) })
                      : t("dashboard.discord.not_run")}
                  </span>
                </span>
                <span className="text-sm">{label}</span>
              </li>
            );
          })}
        </ul>
      )}
    </ListPanel>
  );
}
