import { type Bot, updateBotInput } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** Name, description and client id of a bot. */
export function GeneralForm({ bot }: { bot: Bot }) {
  const t = useT();
  const readOnly = !bot.can.update;
  const labels = {
    name: t("bots.form.name"),
    description: t("bots.form.description"),
    clientId: t("bots.form.client_id"),
  };
  return (
    <SettingsForm
      bot={bot}
      labels={labels}
      schema={updateBotInput}
      blocked={readOnly ? t("bots.blocked.settings_role") : null}
      onSaved={({ name }) =>
        toast({ title: t("bots.updated"), description: t("bots.updated_text", { name }) })
      }
    >
      {({ register, errorOf }) => (
        <>
          <Field label={labels.name} required error={errorOf("name", t("bots.form.name_error"))}>
            <Input maxLength={80} autoComplete="off" readOnly={readOnly} {...register("name")} />
          </Field>
          <Field label={labels.description} error={errorOf("description", t("bots.form.description_error"))}>
            <Textarea
              rows={2}
              className="min-h-[62px]"
              maxLength={500}
              readOnly={readOnly}
              {...register("description")}
            />
          </Field>
          <Field
            label={labels.clientId}
            hint={t("bots.form.client_id_hint")}
            error={errorOf("clientId", t("bots.form.client_id_error"))}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={24}
              readOnly={readOnly}
              {...register("clientId")}
            />
          </Field>
        </>
      )}
    </SettingsForm>
  );
}
