import type { FieldValues, Path } from "react-hook-form";
import type { FormParts } from "../../../ui/form.tsx";

/** What a control that is no text field takes of a form; `ours` as in `errorOf`. */
export function bound<Values extends FieldValues, Field extends Path<Values>>(
  { values, set, errorOf }: FormParts<Values>,
  field: Field,
  ours?: string,
) {
  return {
    value: values[field],
    onChange: (value: Values[Field]) => set(field, value),
    error: errorOf(field, ours),
  };
}
