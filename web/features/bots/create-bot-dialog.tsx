import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { type Resolver, useForm } from "react-hook-form";
import {
  BOT_FRAMEWORKS,
  type CreateBotInput,
  createBotInput,
} from "../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import { type BotForm, EMPTY_BOT, isBotField, toInput } from "./bot-form.ts";
import { isFrameworkMissing } from "./bot-state.ts";
import { createBot } from "./bots.api.ts";
import { useBotsShared } from "./bots-context.ts";
import { fieldText, showFailure } from "./form-errors.ts";
import { TokenField } from "./settings/token-field.tsx";

const check = zodResolver(createBotInput);
const resolver: Resolver<BotForm, unknown, CreateBotInput> = (form, context, options) =>
  check(toInput(form), context, options);

/** The form for a new bot; what was typed stays until it is saved or the dialog is closed. */
export default function CreateBotDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { gateway } = useBotsShared();
  const { register, handleSubmit, setError, formState, watch } = useForm<BotForm, unknown, CreateBotInput>({
    defaultValues: EMPTY_BOT,
    resolver,
  });
  const { errors, isSubmitting } = formState;
  const framework = watch("framework") ?? "discord.js";
  const isMissing = isFrameworkMissing(framework, gateway);
  const submit = handleSubmit(async (input) => {
    try {
      const { name } = await createBot(input);
      toast({ title: t("bots.created"), description: t("bots.created_text", { name }) });
      onClose();
    } catch (error) {
      showFailure(error, (field, message) => {
        if (isBotField(field)) setError(field, { type: "server", message }, { shouldFocus: true });
      });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      title={t("bots.create")}
      description={t(isFirst ? "bots.form.intro_first" : "bots.form.intro")}
      width={560}
      initialFocus={`${id}-name`}
      footer={
        <>
          <Button onClick={() => !isSubmitting && onClose()}>{t("action.cancel")}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {t("bots.create")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void submit(event);
        }}
      >
        <Field
          id={`${id}-name`}
          label={t("bots.form.name")}
          required
          error={fieldText(errors.name, t("bots.form.name_error"))}
        >
          <Input maxLength={80} autoComplete="off" {...register("name")} />
        </Field>
        <Field
          label={t("bots.form.description")}
          error={fieldText(errors.description, t("bots.form.description_error"))}
        >
          <Textarea rows={2} className="min-h-[62px]" maxLength={500} {...register("description")} />
        </Field>
        <TokenField
          id={`${id}-token`}
          label={t("bots.form.token")}
          hint={t("bots.form.token_hint")}
          error={fieldText(errors.token, t("bots.form.token_error"))}
          {...register("token")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("bots.form.client_id")}
            hint={t("bots.form.client_id_hint")}
            error={fieldText(errors.clientId, t("bots.form.client_id_error"))}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={24} {...register("clientId")} />
          </Field>
          <Field
            label={t("bots.form.framework")}
            hint={isMissing ? t("bots.form.framework_missing", { framework }) : undefined}
            error={fieldText(errors.framework, t("bots.form.framework_error"))}
          >
            <Select {...register("framework")}>
              {BOT_FRAMEWORKS.map((framework) => (
                <option key={framework}>{framework}</option>
              ))}
            </Select>
          </Field>
        </div>
        <Field
          label={t("bots.form.invite_url")}
          hint={t("bots.form.invite_url_hint")}
          error={fieldText(errors.inviteUrl, t("bots.form.invite_url_error"))}
        >
          <Input type="url" autoComplete="off" maxLength={500} {...register("inviteUrl")} />
        </Field>
      </form>
    </Dialog>
  );
}
