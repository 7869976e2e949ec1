import { BOT_FRAMEWORKS, createBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { isFrameworkMissing } from "./bot-state.ts";
import { bots } from "./bots.api.ts";
import { useBotsShared } from "./bots-context.ts";
import { TokenField } from "./settings/token-field.tsx";

const EMPTY = {
  name: "",
  description: "",
  token: "",
  clientId: "",
  framework: BOT_FRAMEWORKS[0],
  inviteUrl: "",
};

/** The form for a new bot. */
export default function CreateBotDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const t = useT();
  const { gateway } = useBotsShared();
  return (
    <FormDialog
      title={t("bots.create")}
      description={t(isFirst ? "bots.form.intro_first" : "bots.form.intro")}
      width={560}
      schema={createBotInput}
      defaults={EMPTY}
      confirmLabel={t("bots.create")}
      failure={{ title: t("bots.failed") }}
      onSubmit={async (input, _form, key) => {
        const { name } = await bots.create(input, { key });
        toast({ title: t("bots.created"), description: t("bots.created_text", { name }) });
      }}
      onClose={onClose}
    >
      {({ register, values: { framework }, errorOf }) => (
        <>
          <Field label={t("bots.form.name")} required error={errorOf("name", t("bots.form.name_error"))}>
            <Input maxLength={80} autoComplete="off" {...register("name")} />
          </Field>
          <Field
            label={t("bots.form.description")}
            error={errorOf("description", t("bots.form.description_error"))}
          >
            <Textarea rows={2} className="min-h-[62px]" maxLength={500} {...register("description")} />
          </Field>
          <TokenField
            label={t("bots.form.token")}
            error={errorOf("token", t("bots.form.token_error"))}
            {...register("token")}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("bots.form.client_id")}
              hint={t("bots.form.client_id_hint")}
              error={errorOf("clientId", t("bots.form.client_id_error"))}
            >
              <Input inputMode="numeric" autoComplete="off" maxLength={24} {...register("clientId")} />
            </Field>
            <Field
              label={t("bots.form.framework")}
              hint={
                isFrameworkMissing(framework, gateway)
                  ? t("bots.form.framework_missing", { framework })
                  : undefined
              }
              error={errorOf("framework", t("bots.form.framework_error"))}
            >
              <Select {...register("framework")}>
                {BOT_FRAMEWORKS.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            </Field>
          </div>
          <Field
            label={t("bots.form.invite_url")}
            hint={t("bots.form.invite_url_hint")}
            error={errorOf("inviteUrl", t("bots.form.invite_url_error"))}
          >
            <Input type="url" autoComplete="off" maxLength={500} {...register("inviteUrl")} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
