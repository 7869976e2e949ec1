import { type ReactNode, useId } from "react";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useBotsShared } from "../bots-context.ts";
import { ManagerBar } from "../manager/manager-bar.tsx";
import { GeneralForm } from "./general-form.tsx";
import { InviteForm, TokenForm } from "./secret-forms.tsx";

/** One group of settings: its name and what it is for at the left, its controls at the right. */
function Group({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-3 border-t border-line py-6 first:border-t-0 first:pt-1 lg:grid-cols-[300px_minmax(0,560px)]"
    >
      <div className="min-w-0">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 max-w-[52ch] text-sm text-ink-2">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** What a bot is called, its secrets, whether it starts by itself, and its end. */
export default function SettingsTab({ bot, bar }: { bot: Bot; bar: ReactNode }) {
  const t = useT();
  const { switchAutoStart, pendingOf, askToDelete } = useBotsShared();
  return (
    <>
      <ManagerBar tabs={bar} />
      <div className="min-h-0 flex-1 overflow-auto px-[22px] py-5 max-md:px-4">
        <Group title={t("bots.settings.general")} text={t("bots.settings.general_text")}>
          <GeneralForm bot={bot} />
        </Group>
        <Group
          title={t("bots.form.token")}
          text={
            bot.tokenEnding ? t("bots.settings.token_text") : t("bots.token.add_text", { name: bot.name })
          }
        >
          <p className="mb-3 flex items-center gap-2">
            <span className="text-ink-2">{t("bots.settings.token_now")}</span>
            {bot.tokenEnding ? (
              <span
                className="font-mono"
                role="img"
                aria-label={t("bots.card.token_ending", { ending: bot.tokenEnding })}
              >
                ••••••••{bot.tokenEnding}
              </span>
            ) : (
              <span className="text-wait">{t("bots.settings.token_none")}</span>
            )}
          </p>
          {bot.can.secrets ? (
            <TokenForm bot={bot} />
          ) : (
            <p className="hint">{t("bots.settings.secrets_role")}</p>
          )}
        </Group>
        <Group title={t("bots.form.invite_url")} text={t("bots.settings.invite_text")}>
          <InviteForm bot={bot} />
        </Group>
        <Group title={t("bots.auto_start")} text={t("bots.settings.auto_start_text")}>
          <Switch
            checked={bot.autoStart}
            label={t("bots.settings.auto_start_label")}
            reason={bot.can.run ? null : t("bots.blocked.auto_start_role")}
            pending={pendingOf(bot) === "autoStart"}
            onChange={(autoStart) => switchAutoStart(bot, autoStart)}
          />
        </Group>
        <Group title={t("bots.delete")} text={t("bots.settings.delete_text")}>
          <Button
            variant="danger"
            reason={bot.can.delete ? null : t("bots.blocked.delete_role")}
            onClick={() => askToDelete(bot)}
          >
            {t("bots.delete_named", { name: bot.name })}
          </Button>
        </Group>
      </div>
    </>
  );
}
