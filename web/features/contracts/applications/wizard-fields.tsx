import { useId } from "react";
import {
  type ApplicantProfile,
  AVAILABILITY_LENGTH,
  EXPERIENCE_LENGTH,
  HANDLE_LENGTH,
  LINE_LENGTH,
  NOTES_LENGTH,
  REFERENCES_LENGTH,
} from "../../../../worker/features/contracts/applications/applications.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { Facts } from "./parts.tsx";
import { FIELDS, type FieldName, isVerified, STEPS, type Values } from "./steps.ts";

type Props = {
  form: FormParts<Values>;
  profile: ApplicantProfile | undefined;
  /** Goes back to a step. */
  onEdit: (step: number) => void;
};

type TextName = Exclude<FieldName, "backgroundCheck" | "termsAccepted">;

/** One field of text; with `choices` it suggests, and takes anything. */
function Text(props: {
  form: FormParts<Values>;
  name: TextName;
  most: number;
  optional?: boolean;
  rows?: number;
  hint?: string;
  choices?: readonly string[];
}) {
  const t = useT();
  const listId = useId();
  const { form, name, most, optional = false, rows, choices = [] } = props;
  const control = { ...form.register(name), maxLength: most };
  return (
    <Field
      label={
        <>
          {t(`applications.field.${name}`)}
          {optional ? <span className="hint"> · {t("applications.optional")}</span> : null}
        </>
      }
      hint={props.hint}
      error={form.errorOf(name, t("applications.required"))}
      required={!optional}
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

function Assessment({ form, profile }: Props) {
  const t = useT();
  return (
    <>
      <Text
        form={form}
        name="experience"
        most={EXPERIENCE_LENGTH}
        rows={4}
        hint={t("applications.hint.experience")}
      />
      <Text
        form={form}
        name="shipType"
        most={LINE_LENGTH}
        choices={profile?.ships ?? []}
        hint={t("applications.hint.shipType")}
      />
      <Text
        form={form}
        name="availability"
        most={AVAILABILITY_LENGTH}
        hint={t("applications.hint.availability")}
      />
    </>
  );
}

function Personal({ form }: Props) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Text form={form} name="firstName" most={LINE_LENGTH} />
        <Text form={form} name="lastName" most={LINE_LENGTH} />
      </div>
      <Text form={form} name="discordUsername" most={LINE_LENGTH} />
      <Text form={form} name="timezone" most={LINE_LENGTH} choices={Intl.supportedValuesOf("timeZone")} />
    </>
  );
}

function Security({ form, profile }: Props) {
  const t = useT();
  const { rsiHandle, backgroundCheck } = form.values;
  return (
    <>
      <div>
        <Text form={form} name="rsiHandle" most={HANDLE_LENGTH} optional />
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
      <Text
        form={form}
        name="references"
        most={REFERENCES_LENGTH}
        rows={3}
        optional
        hint={t("applications.hint.references")}
      />
    </>
  );
}

function Confirmation({ form, profile, onEdit }: Props) {
  const t = useT();
  const textOf = (name: FieldName) => {
    const value = form.values[name];
    if (typeof value === "boolean") return t(value ? "applications.yes" : "applications.no");
    if (name !== "rsiHandle" || !isVerified(value, profile)) return value.trim();
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {value}
        <Badge tone="go" size="s">
          {t("applications.verified")}
        </Badge>
      </span>
    );
  };
  return (
    <>
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
            <Facts
              rows={(FIELDS[at] ?? []).map((name) => [
                t(
                  name === "backgroundCheck" ? "applications.background_check" : `applications.field.${name}`,
                ),
                textOf(name) || "–",
              ])}
            />
          </div>
        ))}
      </section>
      <Text form={form} name="additionalNotes" most={NOTES_LENGTH} rows={3} optional />
    </>
  );
}

function Send({ form }: Props) {
  const t = useT();
  return (
    <>
      <p className="text-ink-2">{t("applications.send_text")}</p>
      <Checkbox
        label={t("applications.terms")}
        checked={form.values.termsAccepted}
        onChange={({ target }) => form.set("termsAccepted", target.checked)}
      />
    </>
  );
}

const FIELDS_OF = [Assessment, Personal, Security, Confirmation, Send] as const;

/** The fields of one step. */
export function StepFields({ step, ...props }: Props & { step: number }) {
  const Fields = FIELDS_OF[step] ?? Send;
  return <Fields {...props} />;
}
