import { BOT_FRAMEWORKS, botFields, createBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { blankForm } from "../../lib/form-fields.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { BotField } from "./bot-field.tsx";
import { frameworkTrouble } from "./bot-state.ts";
import { bots } from "./bots.api.ts";
import { useBotsShared } from "./bots-context.ts";

const PORTAL = "https://discord.com/developers/applications";

/** The form for a new bot; `offersCrm` for users who may choose the CRM bot while there is none. */
export default function CreateBotDialog(props: { offersCrm: boolean; onClose: () => void }) {
  const t = useT();
  const { offersCrm, onClose } = props;
  const { gateway } = useBotsShared();
  return (
    <FormDialog
      title={t("bots.create")}
      description={t.rich("bots.form.intro", {
        portal: (
          <a key="portal" href={PORTAL} target="_blank" rel="noreferrer" className="link underline">
            {t("bots.form.portal")}
          </a>
        ),
      })}
      width={560}
      schema={createBotInput}
      defaults={{ ...blankForm(botFields), token: "", isCrmBot: offersCrm }}
      confirmLabel={t("bots.create")}
      failure={{ title: t("bots.failed") }}
      onSubmit={async (input, _form, key) => {
        const { name } = await bots.create(input, { key });
        toast({ title: t("bots.created"), description: name });
      }}
      onClose={onClose}
    >
      {(form) => {
        const { framework } = form.values;
        const trouble = frameworkTrouble(framework, gateway);
        return (
          <>
            <BotField form={form} name="name" required />
            <BotField form={form} name="description" />
            <BotField form={form} name="token" />
            <div className="grid gap-4 sm:grid-cols-2">
              <BotField form={form} name="clientId" />
              <SelectField
                {...form.field("framework", t("bots.form.framework_error"))}
                label={t("bots.form.framework")}
                hint={trouble && t(`bots.blocked.${trouble}`, { framework })}
                options={BOT_FRAMEWORKS.map((value) => ({ value, label: value }))}
              />
            </div>
            <details>
              <summary className="min-h-6 text-md text-ink-2">{t("bots.form.invite_url")}</summary>
              <div className="mt-2">
                <BotField form={form} name="inviteUrl" />
              </div>
            </details>
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
