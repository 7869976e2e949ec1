import { type ReactNode, useId } from "react";
import {
  type Bot,
  botTokenInput,
  inviteUrlInput,
  updateBotInput,
} from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { CopyIcon } from "../../../ui/icons.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { BotField } from "../bot-field.tsx";
import { bots } from "../bots.api.ts";
import { useBotsShared } from "../bots-context.ts";
import { copyInvite } from "../cards/bot-actions.tsx";
import { ManagerBar } from "../manager/manager-bar.tsx";
import { SettingsForm } from "./settings-form.tsx";

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

/** Takes a bot's new token; the old one is known by its ending alone. */
function TokenForm({ bot }: { bot: Bot }) {
  const t = useT();
  const form = useSendForm({
    schema: botTokenInput,
    defaults: { token: "" },
    failure: { title: t("bots.failed") },
    onSubmit: async ({ token }) => {
      await bots.edit(bot, { call: "/token", body: { token }, patch: {} });
      form.reset();
      const text = bot.status === "running" ? "bots.token_updated_running" : "bots.token_updated_text";
      toast({ title: t("bots.token_updated"), description: t(text, { name: bot.name }) });
    },
  });
  return (
    <FormBody
      form={form}
      buttons={
        <div>
          <Button type="submit" pending={form.isSubmitting}>
            {t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}
          </Button>
        </div>
      }
    >
      {(parts) => <BotField form={parts} name="token" label={t("bots.form.token_new")} required />}
    </FormBody>
  );
}

/** What a bot is called, its secrets, whether it starts by itself, and its end. */
export default function SettingsTab({ bot, bar }: { bot: Bot; bar: ReactNode }) {
  const t = useT();
  const { switchAutoStart, pendingOf, askToDelete, askToMakeCrm, roleReason } = useBotsShared();
  const { name, inviteUrl, tokenEnding, can } = bot;
  const isLocked = !can.secrets;
  return (
    <>
      <ManagerBar tabs={bar} />
      <div className="min-h-0 flex-1 overflow-auto px-[22px] py-5 max-md:px-4">
        <Group title={t("bots.settings.general")} text={t("bots.settings.general_text")}>
          <SettingsForm
            bot={bot}
            names={["name", "description", "clientId"]}
            schema={updateBotInput}
            blocked={roleReason(can.update, "settings", bot)}
            onSaved={(saved) =>
              toast({ title: t("bots.updated"), description: t("bots.updated_text", { name: saved.name }) })
            }
          />
        </Group>
        <Group
          title={t("bots.form.token")}
          text={tokenEnding ? t("bots.settings.token_text") : t("bots.token.add_text", { name })}
        >
          <p className="mb-3 flex items-center gap-2">
            <span className="text-ink-2">{t("bots.settings.token_now")}</span>
            {tokenEnding ? (
              <span
                className="font-mono"
                role="img"
                aria-label={t("bots.card.token_ending", { ending: tokenEnding })}
              >
                ••••••••{tokenEnding}
              </span>
            ) : (
              <span className="text-wait">{t("bots.settings.token_none")}</span>
            )}
          </p>
          {isLocked ? <p className="hint">{t("bots.settings.secrets_role")}</p> : <TokenForm bot={bot} />}
        </Group>
        <Group title={t("bots.form.invite_url")} text={t("bots.settings.invite_text")}>
          <SettingsForm
            bot={bot}
            names={["inviteUrl"]}
            label={t("bots.settings.invite_field")}
            hint={isLocked ? t("bots.settings.secrets_role") : null}
            call="/invite-url"
            schema={inviteUrlInput}
            blocked={isLocked ? false : null}
            onSaved={() =>
              toast({ title: t("bots.invite_updated"), description: t("bots.invite_updated_text", { name }) })
            }
            beside={
              <Button
                icon={<CopyIcon />}
                reason={inviteUrl ? null : t("bots.invite_missing")}
                onClick={() => void copyInvite(inviteUrl ?? "")}
              >
                {t("bots.invite_copy")}
              </Button>
            }
          />
        </Group>
        <Group title={t("bots.auto_start")} text={t("bots.settings.auto_start_text")}>
          <Switch
            checked={bot.autoStart}
            label={t("bots.settings.auto_start_label")}
            reason={roleReason(can.run, "auto_start", bot)}
            pending={pendingOf(bot) === "autoStart"}
            onChange={(autoStart) => switchAutoStart(bot, autoStart)}
          />
        </Group>
        {bot.isCrmBot || can.makeCrm ? (
          <Group title={t("bots.card.crm")} text={t("bots.crm.what")}>
            {bot.isCrmBot ? (
              <p>{t("bots.crm.is", { name })}</p>
            ) : (
              <Button onClick={() => askToMakeCrm(bot)}>{t("bots.crm.make")}</Button>
            )}
          </Group>
        ) : null}
        <Group title={t("bots.delete")} text={t("bots.settings.delete_text")}>
          <Button
            variant="danger"
            reason={roleReason(can.delete, "delete", bot)}
            onClick={() => askToDelete(bot)}
          >
            {t("bots.delete_named", { name })}
          </Button>
        </Group>
      </div>
    </>
  );
}
