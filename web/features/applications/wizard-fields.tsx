import { useId } from "react";
import {
  type ApplicantProfile,
  AVAILABILITY_LENGTH,
  EXPERIENCE_LENGTH,
  HANDLE_LENGTH,
  LINE_LENGTH,
  NOTES_LENGTH,
  REFERENCES_LENGTH,
} from "../../../worker/features/applications/applications.schema.ts";
import { type MessageKey, useT } from "../../lib/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { Optional } from "../../ui/optional.tsx";
import { ENTERED, Handle } from "./parts.tsx";
import { FIELDS, type FieldName, isVerified, STEPS, type Values } from "./steps.ts";

type Props = {
  form: FormParts<Values>;
  profile: ApplicantProfile | undefined;
  onEdit: (step: number) => void;
};

type TextName = Exclude<FieldName, "shipType" | "backgroundCheck" | "termsAccepted">;
type Look = { most: number; rows?: number; isOptional?: true; hint?: MessageKey };

const TEXTS: Record<TextName, Look> = {
  experience: { most: EXPERIENCE_LENGTH, rows: 4 },
  availability: { most: AVAILABILITY_LENGTH, hint: "applications.hint.availability" },
  firstName: { most: LINE_LENGTH },
  lastName: { most: LINE_LENGTH },
  discordUsername: { most: LINE_LENGTH },
  timezone: { most: LINE_LENGTH },
  rsiHandle: { most: HANDLE_LENGTH, isOptional: true },
  references: { most: REFERENCES_LENGTH, rows: 3, isOptional: true, hint: "applications.hint.references" },
  additionalNotes: { most: NOTES_LENGTH, rows: 3, isOptional: true },
};

/** The ship: one of the user's hangar, or any other. */
function Ship({ form, profile }: Props) {
  const t = useT();
  const label = t("applications.field.shipType");
  return (
    <Field
      label={label}
      hint={t("applications.hint.shipType")}
      error={form.errorOf("shipType", t("applications.required"))}
      required
    >
      <Combobox
        label={label}
        value={form.values.shipType || null}
        options={(profile?.ships ?? []).map((name) => ({ value: name, label: name }))}
        fromText={(typed) => typed.slice(0, LINE_LENGTH)}
        onChange={(ship) => form.set("shipType", ship ?? "")}
      />
    </Field>
  );
}

/** A field of text; `choices` are suggestions. */
function Text(props: { form: FormParts<Values>; name: TextName; choices?: readonly string[] }) {
  const t = useT();
  const listId = useId();
  const { form, name, choices = [] } = props;
  const { most, rows, isOptional = false, hint } = TEXTS[name];
  const control = { ...form.register(name), maxLength: most };
  const label = t(`applications.field.${name}`);
  return (
    <Field
      label={isOptional ? <Optional label={label} text={t("applications.optional")} /> : label}
      hint={hint && t(hint)}
      error={form.errorOf(name, t("applications.required"))}
      required={!isOptional}
    >
      {rows ? (
        <Textarea {...control} rows={rows} />
      ) : (
        <Input {...control} autoComplete="off" {...(choices.length > 0 ? { list: listId } : {})} />
      )}
      {choices.length > 0 ? (
        <datalist id={listId}>
          {choices.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}

const Assessment = (props: Props) => (
  <>
    <Text form={props.form} name="experience" />
    <Ship {...props} />
    <Text form={props.form} name="availability" />
  </>
);

const Personal = ({ form }: Props) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <Text form={form} name="firstName" />
      <Text form={form} name="lastName" />
    </div>
    <Text form={form} name="discordUsername" />
    <Text form={form} name="timezone" choices={Intl.supportedValuesOf("timeZone")} />
  </>
);

function Security({ form, profile }: Props) {
  const t = useT();
  const { rsiHandle, backgroundCheck } = form.values;
  return (
    <>
      <div>
        <Text form={form} name="rsiHandle" />
        <p role="status" className="mt-1.5 hint">
          {!rsiHandle.trim() ? null : isVerified(rsiHandle, profile) ? (
            <Badge tone="go" size="s">
              {t("applications.verified")}
            </Badge>
          ) : (
            t("applications.not_verified")
          )}
        </p>
      </div>
      <Checkbox
        label={t("applications.field.backgroundCheck")}
        checked={backgroundCheck}
        onChange={({ target }) => form.set("backgroundCheck", target.checked)}
      />
      <Text form={form} name="references" />
    </>
  );
}

/** What was entered, and the oath under which it is sent. */
function Confirmation({ form, profile, onEdit }: Props) {
  const t = useT();
  const labelOf = (name: FieldName) =>
    t(name === "backgroundCheck" ? "applications.background_check" : `applications.field.${name}`);
  const textOf = (name: FieldName) => {
    const value = form.values[name];
    if (typeof value === "boolean") return t(value ? "applications.yes" : "applications.no");
    if (name !== "rsiHandle" || !isVerified(value, profile)) return value.trim();
    return <Handle text={value} isVerified dot />;
  };
  return (
    <>
      {profile?.last ? <p className="mb-3 text-ink-2">{t("applications.from_last")}</p> : null}
      <section data-first="" tabIndex={-1} aria-label={t("applications.read_back")} className="outline-none">
        {STEPS.slice(0, 3).map(({ key }, at) => (
          <div key={key} className="border-t border-line py-3 first:border-t-0 first:pt-0">
            <div className="mb-1.5 flex items-center justify-between gap-3">
              <h3 className="font-semibold">{t(`applications.step.${key}`)}</h3>
              <Button
                variant="quiet"
                size="s"
                aria-label={t("applications.edit_step", { step: t(`applications.step.${key}`) })}
                onClick={() => onEdit(at)}
              >
                {t("applications.edit")}
              </Button>
            </div>
            <Facts look={ENTERED} empty="–">
              {(FIELDS[at] ?? []).map((name) => (
                <Fact key={name} label={labelOf(name)}>
                  {textOf(name)}
                </Fact>
              ))}
            </Facts>
          </div>
        ))}
      </section>
      <Text form={form} name="additionalNotes" />
      <Send form={form} />
    </>
  );
}

function Send({ form }: Pick<Props, "form">) {
  const t = useT();
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{t("applications.step.send")}</h3>
      <p className="text-ink-2">{t("applications.send_text")}</p>
      <Checkbox
        label={t("applications.terms")}
        checked={form.values.termsAccepted}
        onChange={({ target }) => form.set("termsAccepted", target.checked)}
      />
    </section>
  );
}

const FIELDS_OF = [Assessment, Personal, Security, Confirmation] as const;

export function StepFields({ step, ...props }: Props & { step: number }) {
  const Fields = FIELDS_OF[step] ?? Confirmation;
  return <Fields {...props} />;
}
