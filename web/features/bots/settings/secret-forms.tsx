import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { type Bot, botTokenInput, inviteUrlInput } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { CopyIcon } from "../../../ui/icons.tsx";
import { setInviteUrl, setToken } from "../bots.api.ts";
import { copyInvite } from "../cards/bot-menu.tsx";
import { fieldText, showFailure } from "../form-errors.ts";
import { TokenField } from "./token-field.tsx";

const tokenResolver = zodResolver(botTokenInput);
const inviteResolver = zodResolver(inviteUrlInput);

/** Takes a bot's new token; the old one is known by its ending alone. */
export function TokenForm({ bot }: { bot: Bot }) {
  const t = useT();
  const id = useId();
  const { register, handleSubmit, setError, reset, formState } = useForm<z.infer<typeof botTokenInput>>({
    defaultValues: { token: "" },
    resolver: tokenResolver,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ token }) => {
    try {
      await setToken(bot, token);
      reset({ token: "" });
      toast({
        title: t("bots.token_updated"),
        description: t(bot.status === "running" ? "bots.token_updated_running" : "bots.token_updated_text", {
          name: bot.name,
        }),
      });
    } catch (error) {
      showFailure(error, (field, message) => {
        if (field === "token") setError("token", { type: "server", message }, { shouldFocus: true });
      });
    }
  });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      <TokenField
        id={`${id}-token`}
        label={t("bots.form.token_new")}
        hint={t("bots.form.token_hint")}
        error={fieldText(errors.token, t("bots.form.token_error"))}
        required
        {...register("token")}
      />
      <div>
        <Button type="submit" pending={isSubmitting}>
          {t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}
        </Button>
      </div>
    </form>
  );
}

/** A bot's invite link: to copy for everybody, to change for those who may. */
export function InviteForm({ bot }: { bot: Bot }) {
  const t = useT();
  const { inviteUrl } = bot;
  const { register, handleSubmit, setError, reset, formState } = useForm<z.infer<typeof inviteUrlInput>>({
    defaultValues: { inviteUrl: inviteUrl ?? "" },
    resolver: inviteResolver,
  });
  const { errors, isSubmitting, isDirty } = formState;
  useEffect(() => {
    if (!isDirty && !isSubmitting) reset({ inviteUrl: inviteUrl ?? "" });
  }, [inviteUrl, isDirty, isSubmitting, reset]);
  const submit = handleSubmit(async (input) => {
    try {
      const saved = await setInviteUrl(bot, input.inviteUrl.trim());
      reset({ inviteUrl: saved.inviteUrl ?? "" });
      toast({
        title: t("bots.invite_updated"),
        description: t("bots.invite_updated_text", { name: bot.name }),
      });
    } catch (error) {
      showFailure(error, (field, message) => {
        if (field === "inviteUrl") setError("inviteUrl", { type: "server", message }, { shouldFocus: true });
      });
    }
  });
  const isLocked = !bot.can.secrets;
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting && !isLocked) void submit(event);
      }}
    >
      <Field
        label={t("bots.settings.invite_field")}
        hint={isLocked ? t("bots.settings.secrets_role") : undefined}
        error={fieldText(errors.inviteUrl, t("bots.form.invite_url_error"))}
        required={!isLocked}
      >
        <Input type="url" autoComplete="off" maxLength={500} readOnly={isLocked} {...register("inviteUrl")} />
      </Field>
      <div className="flex flex-wrap gap-2">
        {isLocked ? null : (
          <Button type="submit" reason={isDirty ? null : t("bots.settings.no_change")} pending={isSubmitting}>
            {t("action.save")}
          </Button>
        )}
        <Button
          icon={<CopyIcon />}
          reason={inviteUrl ? null : t("bots.invite_missing")}
          onClick={() => {
            if (inviteUrl) void copyInvite(inviteUrl);
          }}
        >
          {t("bots.invite_copy")}
        </Button>
      </div>
    </form>
  );
}
