import { BOT_FRAMEWORKS, createBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { BotField } from "./bot-field.tsx";
import { isFrameworkMissing, isFrameworkRefused } from "./bot-state.ts";
import { bots } from "./bots.api.ts";
import { useBotsShared } from "./bots-context.ts";

const EMPTY = {
  name: "",
  description: "",
  token: "",
  clientId: "",
  framework: BOT_FRAMEWORKS[0],
  inviteUrl: "",
  isCrmBot: false,
};

/** The form for a new bot; `offersCrm` where there is no CRM bot and the user may choose one. */
export default function CreateBotDialog(props: { offersCrm: boolean; onClose: () => void }) {
  const t = useT();
  const { offersCrm, onClose } = props;
  const { gateway } = useBotsShared();
  return (
    <FormDialog
      title={t("bots.create")}
      description={t("bots.form.intro")}
      width={560}
      schema={createBotInput}
      defaults={{ ...EMPTY, isCrmBot: offersCrm }}
      confirmLabel={t("bots.create")}
      failure={{ title: t("bots.failed") }}
      onSubmit={async (input, _form, key) => {
        const { name } = await bots.create(input, { key });
        toast({ title: t("bots.created"), description: t("bots.created_text", { name }) });
      }}
      onClose={onClose}
    >
      {(form) => {
        const { framework } = form.values;
        const trouble = isFrameworkMissing(framework, gateway)
          ? t("bots.form.framework_missing", { framework })
          : isFrameworkRefused(framework, gateway)
            ? t("bots.blocked.not_isolated", { framework })
            : undefined;
        return (
          <>
            <BotField form={form} name="name" required />
            <BotField form={form} name="description" />
            <BotField form={form} name="token" />
            <div className="grid gap-4 sm:grid-cols-2">
              <BotField form={form} name="clientId" />
              <Field
                label={t("bots.form.framework")}
                hint={trouble}
                error={form.errorOf("framework", t("bots.form.framework_error"))}
              >
                <Select {...form.register("framework")}>
                  {BOT_FRAMEWORKS.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </Select>
              </Field>
            </div>
            <BotField form={form} name="inviteUrl" />
            {offersCrm ? (
              <div>
                <Checkbox label={t("bots.form.crm")} {...form.register("isCrmBot")} />
                <p className="mt-1 hint">{t("bots.form.crm_hint")}</p>
              </div>
            ) : null}
          </>
        );
      }}
    </FormDialog>
  );
}
