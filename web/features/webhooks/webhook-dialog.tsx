import {
  addWebhookInput,
  WEBHOOK_NAME_LENGTH,
  WEBHOOK_URL_LENGTH,
} from "../../../worker/features/webhooks/webhooks.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { addWebhook, type Webhook, type WebhookList, webhooks } from "./webhooks.api.ts";

type Values = { name: string; url: string };

/** Adds a webhook that receives everything but personal data, or changes the name and address of one. */
export default function WebhookDialog(props: {
  webhook: Webhook | null;
  kinds: WebhookList["kinds"];
  onAdded?: (added: { id: number; secret: string }) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { kinds, onAdded, onClose } = props;
  const { base, send, dialog } = useEditDialog<Webhook, Webhook | null>(webhooks, props.webhook, {
    failed: t("webhooks.not_saved"),
    onSaved: () => toast({ title: t("webhooks.saved") }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Webhook, "name" | "url">
        {...conflict}
        name={conflict.base.name}
        labels={{ name: t("webhooks.name"), url: t("webhooks.url") }}
        textOf={(_, value) => value}
      />
    ),
  });
  const chosen = kinds.filter(({ isPersonal }) => !isPersonal).map(({ kind }) => kind);
  const defaults: Values = { name: base?.name ?? "", url: base?.url ?? "" };
  return (
    <FormDialog
      {...dialog}
      title={base ? base.name : t("webhooks.add_title")}
      description={base ? undefined : t("webhooks.add_text")}
      schema={addWebhookInput}
      defaults={defaults}
      inputOf={(values) => ({ ...values, kinds: base?.kinds ?? chosen })}
      confirmLabel={t(base ? "action.save" : "webhooks.add_title")}
      onSubmit={async (input) => {
        const { name, url } = input;
        // Only a new address requires a proof of identity.
        const patch = base && { name, ...(url === base.url ? {} : { url }) };
        if (patch) return send({ body: patch, patch });
        const { webhook, secret } = await addWebhook(input);
        onAdded?.({ id: webhook.id, secret });
        return true;
      }}
    >
      {(form) => (
        <>
          <TextField
            {...form.field("name", t("webhooks.name_error", { max: WEBHOOK_NAME_LENGTH }))}
            label={t("webhooks.name")}
            maxLength={WEBHOOK_NAME_LENGTH}
            required
          />
          <TextField
            {...form.field("url", t("webhooks.url_error"))}
            label={t("webhooks.url")}
            hint={t("webhooks.url_hint")}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={WEBHOOK_URL_LENGTH}
            inputClass="font-mono"
            required
          />
        </>
      )}
    </FormDialog>
  );
}
