import { type ReactNode, useEffect, useId, useState } from "react";
import type * as z from "zod/mini";
import {
  type Bot,
  botSettings,
  botTokenInput,
  type CrmNeed,
  inviteUrlFor,
  inviteUrlInput,
  updateBotInput,
} from "../../../../worker/features/bots/bots.schema.ts";
import type { RoleMapping } from "../../../../worker/features/discord/roles/roles.schema.ts";
import { fieldNames } from "../../../../worker/lib/fields.schema.ts";
import { differences } from "../../../lib/conflict.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../../lib/organization.ts";
import { staleRecord } from "../../../lib/records.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { CopyIcon } from "../../../ui/icons.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { copyInvite } from "../bot-card.tsx";
import { BOT_FIELDS, BotField } from "../bot-field.tsx";
import { bots } from "../bots.api.ts";
import { useBotsShared } from "../bots-context.ts";
import { ManagerBar } from "./manager-bar.tsx";

function Group({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
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
        {text ? <p className="mt-1 max-w-[52ch] text-sm text-ink-2">{text}</p> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

type Name = Exclude<keyof typeof BOT_FIELDS, "token">;
type Values = Record<Name, string>;

/**
 * Some of a bot's settings. The form follows the bot until something is typed; then changes of the same settings by another
 * user are shown as a conflict.
 */
function SettingsForm(props: {
  bot: Bot;
  names: readonly Name[];
  label?: string;
  hint?: string | null;
  /** Path of the call after that of the bot. */
  call?: string;
  schema: z.ZodMiniType<object>;
  /** Title of the toast after saving. */
  saved: "bots.updated" | "bots.invite_updated";
  /** Why the reader may not save; false without a button that saves. */
  blocked: string | false | null;
  /** Beside that button. */
  beside?: ReactNode;
}) {
  const t = useT();
  const { bot, names, label, hint, call = "", blocked } = props;
  const ofNames = (textOf: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Values;
  const valuesOf = (edited: Bot) => ofNames((name) => edited[name] ?? "");
  /** The bot that the form was filled from. */
  const [base, setBase] = useState(bot);
  const fill = (from: Bot) => {
    setBase(from);
    form.reset(valuesOf(from));
  };
  const wantedOf = (values: Values): Partial<Bot> =>
    Object.fromEntries(
      names
        .map((name) => [name, values[name].trim() || null] as const)
        .filter(([name, value]) => value !== (base[name] || null)),
    );
  const form = useSendForm({
    schema: props.schema,
    defaults: valuesOf(bot),
    inputOf: wantedOf,
    failure: { title: t("bots.failed") },
    onSubmit: async (body, values) => {
      try {
        const saved = await bots.edit(bot, { call, body, patch: wantedOf(values) });
        setBase(saved);
        form.settle(valuesOf(saved));
        toast({ title: t(props.saved), description: saved.name });
      } catch (error) {
        const current = staleRecord<Bot>(error);
        // The panel asks about these settings; a change of others is no conflict.
        if (!current || differences(names, base, {}, current).length === 0) throw error;
      }
    },
  });
  const { isDirty, isSubmitting } = form;
  const isForeign = !isSubmitting && differences(names, base, {}, bot).length > 0;
  const isAsking = isForeign && isDirty;
  useEffect(() => {
    if (bot === base || isSubmitting || isAsking) return;
    if (isForeign) fill(bot);
    else setBase(bot);
  });
  const reason =
    blocked || (isAsking ? t("conflict.title") : isDirty ? null : t("bots.file.nothing_to_save"));
  return (
    <FormBody
      form={form}
      isBlocked={reason !== null}
      buttons={
        <>
          {isAsking ? (
            <ConflictPanel
              name={base.name}
              base={base}
              patch={wantedOf(form.parts.values)}
              current={bot}
              labels={ofNames((name) => label ?? t(BOT_FIELDS[name].text))}
              textOf={(_name, value) => value || t("bots.card.none")}
              onKeepMine={form.submit}
              onTakeTheirs={() => fill(bot)}
            />
          ) : null}
          <div className="flex flex-wrap gap-2">
            {blocked === false ? null : (
              <Button type="submit" reason={reason} pending={isSubmitting}>
                {t("action.save")}
              </Button>
            )}
            {props.beside}
          </div>
        </>
      }
    >
      {(parts) =>
        names.map((name) => (
          <BotField
            key={name}
            form={parts}
            name={name}
            label={label}
            hint={hint}
            required={name === "name" || (name === "inviteUrl" && blocked === null)}
            readOnly={blocked !== null}
          />
        ))
      }
    </FormBody>
  );
}

/** Sets a bot's token; only the ending of the old one is known. */
function TokenForm({ bot }: { bot: Bot }) {
  const t = useT();
  const form = useSendForm({
    schema: botTokenInput,
    defaults: { token: "" },
    failure: { title: t("bots.failed") },
    onSubmit: async ({ token }) => {
      await bots.edit(bot, { call: "/token", body: { token }, patch: {} });
      form.settle({ token: "" });
      const { name, status } = bot;
      const description = status === "running" ? t("bots.token_updated_running", { name }) : name;
      toast({ title: t("bots.token_updated"), description });
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

/** What the CRM bot needs in Discord beyond the link of every bot, why, and the address that asks for it. */
function CrmInvite({ clientId }: { clientId: string | null }) {
  const t = useT();
  const mappings = useOfOrganization<RoleMapping[]>(
    (id) => `/api/discord/role-mappings/${id}`,
    ["discord_roles"],
  );
  const givesRoles = mappings.data?.some(({ givesInDiscord }) => givesInDiscord) ?? false;
  const needs: CrmNeed[] = ["channels", "events", ...(givesRoles ? (["roles"] as const) : [])];
  return (
    <Group title={t("bots.crm.invite")} text={t("bots.crm.invite_text")}>
      <ul className="mb-3 grid gap-1">
        {needs.map((need) => (
          <li key={need}>{t(`bots.crm.need.${need}`)}</li>
        ))}
      </ul>
      {clientId ? (
        <Button icon={<CopyIcon />} onClick={() => void copyInvite(inviteUrlFor(clientId, needs))}>
          {t("bots.invite_copy")}
        </Button>
      ) : null}
    </Group>
  );
}

export default function SettingsTab({ bot, bar }: { bot: Bot; bar: ReactNode }) {
  const t = useT();
  const format = useFormat();
  const { switchAutoStart, pendingOf, askToDelete, askToMakeCrm, roleReason } = useBotsShared();
  const { inviteUrl, tokenEnding, can } = bot;
  const isLocked = !can.secrets;
  const endingText = t("bots.card.token_ending", { ending: tokenEnding });
  const token = (
    <Group title={t("bots.form.token")}>
      <p className="mb-3 flex items-center gap-2">
        <span className="text-ink-2">{t("bots.settings.token_now")}</span>
        {tokenEnding ? (
          <span className="font-mono" role="img" aria-label={endingText}>
            ••••••••{tokenEnding}
          </span>
        ) : (
          <span className="text-wait">{t("bots.settings.token_none")}</span>
        )}
      </p>
      {can.token ? <TokenForm bot={bot} /> : <p className="hint">{t("bots.settings.secrets_role")}</p>}
    </Group>
  );
  return (
    <>
      <ManagerBar tabs={bar} />
      <div className="min-h-0 flex-1 overflow-auto pad-wide py-5">
        <p className="mb-4 hint">
          {t(bot.creator ? "bots.settings.created_by" : "bots.settings.created", {
            name: bot.creator,
            date: format.date(bot.createdAt),
          })}
        </p>
        {tokenEnding ? null : token}
        <Group title={t("bots.settings.general")} text={roleReason(can.update, bot) ?? undefined}>
          <SettingsForm
            bot={bot}
            names={fieldNames(botSettings)}
            schema={updateBotInput}
            blocked={can.update ? null : false}
            saved="bots.updated"
          />
        </Group>
        {tokenEnding ? token : null}
        <Group title={t("bots.form.invite_url")}>
          <SettingsForm
            bot={bot}
            names={["inviteUrl"]}
            label={t("bots.settings.invite_field")}
            hint={isLocked ? t("bots.settings.secrets_role") : null}
            call="/invite-url"
            schema={inviteUrlInput}
            blocked={isLocked ? false : null}
            saved="bots.invite_updated"
            beside={
              inviteUrl ? (
                <Button icon={<CopyIcon />} onClick={() => void copyInvite(inviteUrl)}>
                  {t("bots.invite_copy")}
                </Button>
              ) : null
            }
          />
        </Group>
        {bot.isCrmBot && can.secrets ? <CrmInvite clientId={bot.clientId} /> : null}
        <Group title={t("bots.auto_start")} text={t("bots.settings.auto_start_text")}>
          <Switch
            checked={bot.autoStart}
            label={t("bots.auto_start")}
            hidesLabel
            reason={roleReason(can.run, bot)}
            pending={pendingOf(bot) === "autoStart"}
            onChange={(autoStart) => switchAutoStart(bot, autoStart)}
          />
        </Group>
        {can.makeCrm ? (
          <Group title={t("bots.card.crm")} text={t("bots.form.crm_hint")}>
            <Button onClick={() => askToMakeCrm(bot)}>{t("bots.crm.make")}</Button>
          </Group>
        ) : null}
        {can.delete ? (
          <Group title={t("bots.delete")}>
            <Button variant="danger" onClick={() => askToDelete(bot)}>
              {t("bots.delete")}
            </Button>
          </Group>
        ) : null}
      </div>
    </>
  );
}
