import { Fragment, type ReactNode } from "react";
import {
  CORRECTABLE,
  type Correctable,
  type prospectFacts,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import type { FormValues } from "../../../lib/form-fields.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";

/** The attributes of the inputs of facts. */
const ATTRIBUTES = {
  displayName: { maxLength: 64 },
  username: { maxLength: 64 },
  email: { maxLength: 254, type: "email" },
  discordId: { maxLength: 20, inputMode: "numeric" },
  starCitizenId: { maxLength: 60 },
  referralSource: { maxLength: 120 },
} as const satisfies Record<Correctable, object>;
/** What is wrong with a fact, where a field's length alone is not. */
const ERRORS = {
  displayName: "prospect.fact.displayName_error",
  email: "prospect.fact.email_error",
  discordId: "prospect.fact.discordId_hint",
} as const;

export type FactValues = FormValues<typeof prospectFacts>;

/** The fields of a prospect's facts, in a form with further ones. */
export function FactFields(props: {
  form: Pick<FormParts<FactValues>, "field">;
  names?: readonly Correctable[];
  /** Facts that cannot be typed, with the reason. */
  fixed?: Partial<Record<Correctable, string>>;
  /** Stands after both names. */
  belowNames?: ReactNode;
}) {
  const t = useT();
  const { form, names = CORRECTABLE, fixed = {}, belowNames } = props;
  return names.map((name) => (
    <Fragment key={name}>
      <TextField
        type="text"
        autoComplete="off"
        {...ATTRIBUTES[name]}
        {...form.field(name, name in ERRORS ? t(ERRORS[name as keyof typeof ERRORS]) : undefined)}
        label={t(`prospect.fact.${name}`)}
        hint={fixed[name] ?? (name === "discordId" ? t("prospect.fact.discordId_hint") : undefined)}
        readOnly={name in fixed}
        required={name === "displayName"}
      />
      {name === "username" ? belowNames : null}
    </Fragment>
  ));
}
