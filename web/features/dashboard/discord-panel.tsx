import { Link } from "react-router";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { BotIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { botStatus } from "../bots/index.ts";
import { useBots } from "./dashboard.api.ts";
import { LoadError, LoadingRows } from "./panel-states.tsx";

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
  const bots = useBots();
  const canSetUp = useCan("bots.write");
  return (
    <Panel
      title={t("dashboard.discord.title")}
      actions={
        <ButtonLink to={BOTS_PATH} size="s">
          {t("dashboard.discord.manage")}
        </ButtonLink>
      }
      aria-busy={!bots.list && !bots.error}
    >
      <ListView
        source={bots}
        loading={<LoadingRows rows={2} row={ROW} picture="size-2" lines={["w-28", "w-40"]} />}
        // All of it is in the first answer.
        moreLabel={String}
        failed={(error, retry) => <LoadError error={error} onRetry={retry} />}
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
            {items.map((bot) => (
              <BotRow key={bot.id} bot={bot} />
            ))}
          </ul>
        )}
      </ListView>
    </Panel>
  );
}
