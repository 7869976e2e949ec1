import {
  DEFAULT_COLOR,
  DEFAULT_PRIORITY,
  isHexColor,
  PRIORITY_BOUNDS,
  type Role,
} from "../../../worker/features/roles/roles.schema.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { fieldNumber } from "../../lib/number.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input, TextField } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { aboutOf } from "./names.ts";

/** The first values of the form of a role; of a new one for null. */
export const valuesOf = (t: Translate, role: Role | null) => ({
  name: role?.name ?? "",
  description: (role && aboutOf(t, role)) ?? "",
  priority: fieldNumber(role?.priority ?? DEFAULT_PRIORITY),
  color: role && role.color !== DEFAULT_COLOR ? role.color : "",
  requiresSecondFactor: role?.requiresSecondFactor ?? false,
  permissions: (role?.permissions ?? []).toSorted(),
});
export type RoleValues = ReturnType<typeof valuesOf>;

/** The fields of a role; priority for custom roles only. */
export function RoleFields(props: { parts: FormParts<RoleValues>; role: Role | null; isReadOnly: boolean }) {
  const t = useT();
  const { role, isReadOnly } = props;
  const { bind, field, values, set } = props.parts;
  const line = { autoComplete: "off", readOnly: isReadOnly };
  return (
    <div className="grid grid-cols-2 gap-x-3.5 gap-y-3 max-sm:grid-cols-1">
      <TextField
        {...field("name", t("roles.name_required"))}
        {...line}
        label={t("roles.name")}
        required
        maxLength={60}
      />
      <TextField {...field("description")} {...line} label={t("roles.description")} maxLength={300} />
      {role?.isSystem ? null : (
        <NumberField
          label={t("roles.priority")}
          hint={t("roles.priority_hint")}
          {...bind("priority", t("roles.priority_error", PRIORITY_BOUNDS))}
          readOnly={isReadOnly}
        />
      )}
      <Field label={t("roles.color")}>
        <span className="flex items-center gap-2">
          <Input
            type="color"
            className="w-14 px-1.5"
            disabled={isReadOnly}
            value={isHexColor(values.color) ? values.color : "#8a8f9c"}
            onChange={({ target }) => set("color", target.value)}
          />
          {values.color && !isReadOnly ? (
            <Button variant="quiet" onClick={() => set("color", "")}>
              {t("roles.no_color")}
            </Button>
          ) : (
            <span className="hint">{values.color || t("roles.color_none")}</span>
          )}
        </span>
      </Field>
      <div className="col-span-full">
        <Switch
          checked={values.requiresSecondFactor}
          onChange={(next) => set("requiresSecondFactor", next)}
          label={t("roles.second_step")}
          reason={isReadOnly ? t("roles.read_only") : null}
        />
        <p className="hint">{t("roles.second_step_hint")}</p>
      </div>
    </div>
  );
}
