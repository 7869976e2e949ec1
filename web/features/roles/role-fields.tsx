import { DEFAULT_COLOR, isHexColor, type Role } from "../../../worker/features/roles/roles.schema.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input, TextArea, TextField } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { Switch } from "../../ui/switch.tsx";
import { aboutOf } from "./names.ts";

/** The first values of the form of a role; of a new one for null. */
export const valuesOf = (t: Translate, role: Role | null) => ({
  name: role?.name ?? "",
  description: (role && aboutOf(t, role)) ?? "",
  color: role && role.color !== DEFAULT_COLOR ? role.color : "",
  requiresSecondFactor: role?.requiresSecondFactor ?? false,
  permissions: (role?.permissions ?? []).toSorted(),
});
export type RoleValues = ReturnType<typeof valuesOf>;

export function RoleFields(props: { parts: FormParts<RoleValues>; isReadOnly: boolean }) {
  const t = useT();
  const { isReadOnly } = props;
  const { field, values, set } = props.parts;
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
            <span className="hint">{values.color ? null : t("roles.no_color")}</span>
          )}
        </span>
      </Field>
      <TextArea
        {...field("description")}
        {...line}
        className="col-span-full"
        label={t("roles.description")}
        rows={2}
        maxLength={300}
      />
      <div className="col-span-full flex items-center gap-4 border-y border-line py-3">
        <div className="min-w-0 flex-1">
          <p>{t("roles.second_step")}</p>
          <p className="hint">{t("roles.second_step_hint")}</p>
        </div>
        <Switch
          checked={values.requiresSecondFactor}
          onChange={(next) => set("requiresSecondFactor", next)}
          label={t("roles.second_step")}
          hidesLabel
          reason={isReadOnly ? t("roles.read_only") : null}
        />
      </div>
    </div>
  );
}
