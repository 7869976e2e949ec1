import { Fragment, type ReactNode } from "react";
import type { Correctable } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";

/** The facts of a prospect, each of one line, with the attributes of their inputs. */
const FACTS = {
  displayName: { maxLength: 64 },
  username: { maxLength: 64 },
  email: { maxLength: 254, type: "email" },
  discordId: { maxLength: 20, inputMode: "numeric" },
  starCitizenId: { maxLength: 60 },
  referralSource: { maxLength: 120 },
} as const satisfies Record<Correctable, object>;
export type FactValues = Record<Correctable, string>;
export const FACT_NAMES = Object.keys(FACTS) as Correctable[];
export const NO_FACTS = Object.fromEntries(FACT_NAMES.map((name) => [name, ""])) as FactValues;

/** The fields of a prospect's facts, in a form with further ones. */
export function FactFields(props: {
  form: Pick<FormParts<FactValues>, "field">;
  /** Facts that cannot be typed, with the reason. */
  fixed?: Partial<Record<Correctable, string>>;
  /** Stands after both names. */
  belowNames: ReactNode;
}) {
  const t = useT();
  const { form, fixed = {}, belowNames } = props;
  return FACT_NAMES.map((name) => (
    <Fragment key={name}>
      <TextField
        type="text"
        autoComplete="off"
        {...FACTS[name]}
        {...form.field(name, t(`prospect.fact.${name}_error`))}
        label={t(`prospect.fact.${name}`)}
        hint={fixed[name] ?? (name === "discordId" ? t("prospect.fact.discordId_hint") : undefined)}
        readOnly={name in fixed}
        required={name === "displayName"}
      />
      {name === "username" ? belowNames : null}
    </Fragment>
  ));
}
