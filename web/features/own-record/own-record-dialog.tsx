import { useState } from "react";
import {
  LENGTHS,
  type Profile,
  profileFields,
  profileInput,
} from "../../../worker/features/organization/organization.schema.ts";
import { fieldNames } from "../../../worker/lib/fields.schema.ts";
import { changedValues, type FormValues, formValues, inputValues } from "../../lib/form-fields.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { ownRecords } from "./own-record.api.ts";

const FIELDS = ["name", ...fieldNames(profileFields)] as const;
type ProfileField = (typeof FIELDS)[number];
type Values = FormValues<typeof profileFields> & { name: string };

/** Changes what the organization says of itself. */
export default function OwnRecordDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useT();
  const labels = Object.fromEntries(FIELDS.map((field) => [field, t(`own_record.field.${field}`)]));
  const { base, send, dialog } = useEditDialog(ownRecords, profile, {
    failed: t("own_record.not_saved"),
    onSaved: ({ name }) => toast({ title: t("own_record.saved"), description: name }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Profile, ProfileField>
        {...conflict}
        name={profile.name}
        labels={labels as Record<ProfileField, string>}
        textOf={(_, value) => value ?? ""}
      />
    ),
  });
  const inputOf = ({ name, ...values }: Values) => ({
    name: name.trim(),
    ...inputValues(profileFields, values),
  });
  return (
    <FormDialog<Values, unknown>
      {...dialog}
      title={t("own_record.edit")}
      width={860}
      schema={profileInput}
      defaults={{ name: base.isNamed ? base.name : "", ...formValues(profileFields, base) }}
      inputOf={inputOf}
      confirmLabel={t("action.save")}
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={async (_, values) => {
        const body = changedValues(inputOf(values), base);
        return Object.keys(body).length === 0 || send({ call: "/profile", method: "PUT", body, patch: body });
      }}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: FormParts<Values> }) {
  const t = useT();
  const [isPreviewed, setIsPreviewed] = useState(false);
  const label = (field: ProfileField) => t(`own_record.field.${field}`);
  return (
    <>
      <TextField {...form.field("name")} label={label("name")} maxLength={LENGTHS.name} required />
      <TextField
        {...form.field("invite", t("own_record.invite_error"))}
        label={label("invite")}
        placeholder="https://discord.gg/…"
        inputMode="url"
      />
      <TextField {...form.field("sentenceEn")} label={label("sentenceEn")} maxLength={LENGTHS.sentence} />
      <TextField
        {...form.field("sentenceDa")}
        label={label("sentenceDa")}
        maxLength={LENGTHS.sentence}
        lang="da"
      />
      {(["looksForEn", "looksForDa"] as const).map((field) => (
        <TextArea
          key={field}
          {...form.field(field)}
          label={label(field)}
          hint={t("own_record.looks_for_hint")}
          rows={4}
          maxLength={LENGTHS.looksFor}
        />
      ))}
      {(["textEn", "textDa"] as const).map((field) => (
        <div key={field} className="min-w-0">
          <TextArea
            {...form.field(field)}
            label={label(field)}
            hint={t("own_record.markdown_hint")}
            rows={6}
            maxLength={LENGTHS.text}
          />
          {isPreviewed && form.values[field] ? (
            <section
              aria-label={t("own_record.preview")}
              className="mt-2 rounded-m border border-line bg-void px-3.5 py-3"
            >
              <Markdown text={form.values[field]} />
            </section>
          ) : null}
        </div>
      ))}
      <div className="sm:col-span-full">
        <Button size="s" aria-pressed={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
          {t("own_record.preview")}
        </Button>
      </div>
      <TextField
        {...form.field("symbol", t("own_record.symbol_error"))}
        label={label("symbol")}
        maxLength={10}
        placeholder="SID"
      />
      <TextField {...form.field("since")} label={label("since")} inputMode="numeric" maxLength={4} />
    </>
  );
}
