import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { type Bot, botTokenInput } from "../../../worker/features/bots/bots.schema.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog } from "../../components/ui/dialog.tsx";
import { useT } from "../../i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { replaceToken } from "./bots.api.ts";
import { fieldText, showFailure } from "./form-errors.ts";
import { TokenField } from "./token-field.tsx";

type TokenForm = z.infer<typeof botTokenInput>;

const resolver = zodResolver(botTokenInput);

/** Takes a bot's new token; the old one is shown by its ending alone. */
export default function ReplaceTokenDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { register, handleSubmit, setError, formState } = useForm<TokenForm>({
    defaultValues: { token: "" },
    resolver,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ token }) => {
    try {
      await replaceToken(bot, token);
      toast({
        title: t("bots.token_updated"),
        description: t("bots.token_updated_text", { name: bot.name }),
      });
      onClose();
    } catch (error) {
      showFailure(error, (field, message) => {
        if (field === "token") setError("token", { type: "server", message }, { shouldFocus: true });
      });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      title={t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}
      description={
        bot.tokenEnding
          ? t("bots.token.replace_text", { name: bot.name, ending: bot.tokenEnding })
          : t("bots.token.add_text", { name: bot.name })
      }
      width={500}
      initialFocus={`${id}-token`}
      footer={
        <>
          <Button onClick={() => !isSubmitting && onClose()}>{t("action.cancel")}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {t(bot.tokenEnding ? "bots.token.replace" : "bots.token.add")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
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
      </form>
    </Dialog>
  );
}
