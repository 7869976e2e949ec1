import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import {
  type Bot,
  type UpdateBotInput,
  updateBotInput,
} from "../../../../worker/features/bots/bots.schema.ts";
import { ApiError } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { changedFields, type GeneralFields, generalFields, isGeneralField } from "../bot-form.ts";
import { updateBot } from "../bots.api.ts";
import { fieldText, showFailure } from "../form-errors.ts";

const resolver = zodResolver(updateBotInput);

/** What somebody else made of the fields meanwhile, and which of the two is to stand. */
function Changed(props: {
  current: GeneralFields;
  fields: (keyof GeneralFields)[];
  onMine: () => void;
  onTheirs: () => void;
}) {
  const t = useT();
  return (
    <div role="alert" className="rounded-m border border-wait/45 bg-wait/8 p-3.5">
      <p className="font-semibold">{t("bots.settings.changed")}</p>
      <dl className="mt-2 grid gap-1.5">
        {props.fields.map((field) => (
          <div key={field} className="[overflow-wrap:anywhere]">
            <dt className="hint">{t(FIELD_NAMES[field])}</dt>
            <dd>{props.current[field] || t("bots.card.none")}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="s" onClick={props.onMine}>
          {t("bots.settings.keep_mine")}
        </Button>
        <Button size="s" onClick={props.onTheirs}>
          {t("bots.settings.take_theirs")}
        </Button>
      </div>
    </div>
  );
}

const FIELD_NAMES = {
  name: "bots.form.name",
  description: "bots.form.description",
  clientId: "bots.form.client_id",
} as const;

/** Name, description and client id. What was typed stays until it is saved, whatever others change meanwhile. */
export function GeneralForm({ bot }: { bot: Bot }) {
  const t = useT();
  /** What the form was filled from. */
  const [base, setBase] = useState(bot);
  const { register, handleSubmit, setError, reset, formState } = useForm<UpdateBotInput>({
    defaultValues: generalFields(bot),
    resolver,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const foreign = changedFields(base, bot);
  const isForeign = foreign.length > 0;
  useEffect(() => {
    if (bot === base || isSubmitting) return;
    if (isForeign && isDirty) return;
    setBase(bot);
    if (isForeign) reset(generalFields(bot));
  }, [bot, base, isForeign, isDirty, isSubmitting, reset]);
  const submit = handleSubmit(async (input) => {
    try {
      const saved = await updateBot(bot, { ...input, version: base.version });
      setBase(saved);
      reset(generalFields(saved));
      toast({ title: t("bots.updated"), description: t("bots.updated_text", { name: saved.name }) });
    } catch (error) {
      showFailure(error, (field, message) => {
        if (isGeneralField(field)) setError(field, { type: "server", message }, { shouldFocus: true });
      });
      if (!(error instanceof ApiError) || error.status !== 409) return;
      const current = error.current as Bot | null;
      if (current && changedFields(base, current).length === 0) setBase(current);
    }
  });
  const roleReason = bot.can.update ? null : t("bots.blocked.settings_role");
  const isLocked = !bot.can.update;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting && !isLocked && isDirty && !isForeign) void submit(event);
      }}
    >
      <Field label={t("bots.form.name")} required error={fieldText(errors.name, t("bots.form.name_error"))}>
        <Input maxLength={80} autoComplete="off" readOnly={isLocked} {...register("name")} />
      </Field>
      <Field
        label={t("bots.form.description")}
        error={fieldText(errors.description, t("bots.form.description_error"))}
      >
        <Textarea
          rows={2}
          className="min-h-[62px]"
          maxLength={500}
          readOnly={isLocked}
          {...register("description")}
        />
      </Field>
      <Field
        label={t("bots.form.client_id")}
        hint={t("bots.form.client_id_hint")}
        error={fieldText(errors.clientId, t("bots.form.client_id_error"))}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
          readOnly={isLocked}
          {...register("clientId")}
        />
      </Field>
      {isForeign && isDirty ? (
        <Changed
          current={generalFields(bot)}
          fields={foreign}
          onMine={() => setBase(bot)}
          onTheirs={() => {
            setBase(bot);
            reset(generalFields(bot));
          }}
        />
      ) : null}
      <div>
        <Button
          type="submit"
          reason={
            roleReason ??
            (isForeign && isDirty
              ? t("bots.settings.changed")
              : isDirty
                ? null
                : t("bots.settings.no_change"))
          }
          pending={isSubmitting}
        >
          {t("action.save")}
        </Button>
      </div>
    </form>
  );
}
