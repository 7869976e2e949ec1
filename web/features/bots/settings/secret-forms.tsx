import { type Bot, botTokenInput, inviteUrlInput } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { CopyIcon } from "../../../ui/icons.tsx";
import { bots } from "../bots.api.ts";
import { copyInvite } from "../cards/bot-menu.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { TokenField } from "./token-field.tsx";

/** Takes a bot's new token; the old one is known by its ending alone. */
export function TokenForm({ bot }: { bot: Bot }) {
  const t = useT();
  const { name, status, tokenEnding } = bot;
  const form = useSendForm({
    schema: botTokenInput,
    defaults: { token: "" },
    failure: { title: t("bots.failed") },
    onSubmit: async ({ token }) => {
      await bots.edit(bot, { call: "/token", body: { token }, patch: {} });
      form.reset();
      const text = status === "running" ? "bots.token_updated_running" : "bots.token_updated_text";
      toast({ title: t("bots.token_updated"), description: t(text, { name }) });
    },
  });
  return (
    <FormBody
      form={form}
      className="grid gap-3"
      buttons={
        <div>
          <Button type="submit" pending={form.isSubmitting}>
            {t(tokenEnding ? "bots.token.replace" : "bots.token.add")}
          </Button>
        </div>
      }
    >
      {({ register, errorOf }) => (
        <TokenField
          label={t("bots.form.token_new")}
          error={errorOf("token", t("bots.form.token_error"))}
          required
          {...register("token")}
        />
      )}
    </FormBody>
  );
}

/** A bot's invite link: every reader can copy it, some can change it. */
export function InviteForm({ bot }: { bot: Bot }) {
  const t = useT();
  const { inviteUrl, name } = bot;
  const isLocked = !bot.can.secrets;
  const label = t("bots.settings.invite_field");
  return (
    <SettingsForm
      bot={bot}
      labels={{ inviteUrl: label }}
      call="/invite-url"
      schema={inviteUrlInput}
      className="grid gap-3"
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
    >
      {({ register, errorOf }) => (
        <Field
          label={label}
          hint={isLocked ? t("bots.settings.secrets_role") : undefined}
          error={errorOf("inviteUrl", t("bots.form.invite_url_error"))}
          required={!isLocked}
        >
          <Input
            type="url"
            autoComplete="off"
            maxLength={500}
            readOnly={isLocked}
            {...register("inviteUrl")}
          />
        </Field>
      )}
    </SettingsForm>
  );
}
