import {
  type AriaAttributes,
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useId,
} from "react";
import { cx } from "../lib/cx.ts";

/** Attributes that the Field gives to its control. */
const Control = createContext<AriaAttributes & { id?: string }>({});

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean | undefined;
  /** Id of the control, for a dialog that focuses it first. */
  id?: string | undefined;
  className?: string | undefined;
};

type Notes = Pick<FieldProps, "error" | "hint">;

/** The ids of a control's error and hint, for its `aria-describedby`. */
export const notesOf = (id: string, { error, hint }: Notes): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;

/** Error and hint beneath a control. */
export const FieldNotes = ({ id, error, hint }: Notes & { id: string }) => (
  <>
    {error ? (
      <p id={`${id}-error`} className="mt-1.5 text-sm text-stop">
        {error}
      </p>
    ) : null}
    {hint ? (
      <p id={`${id}-hint`} className="mt-1.5 hint">
        {hint}
      </p>
    ) : null}
  </>
);

/** A control with its label above, hint and error beneath, tied together for assistive technology. */
export function Field(props: FieldProps & { children: ReactNode }) {
  const made = useId();
  const { id = made, label, hint, error, required = false, className, children } = props;
  const describedBy = notesOf(id, { error, hint });
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className="mb-[5px] block text-md text-ink-2">
        {label}
      </label>
      <Control
        value={{
          id,
          ...(describedBy && { "aria-describedby": describedBy }),
          ...(error && { "aria-invalid": true }),
          ...(required && { "aria-required": true }),
        }}
      >
        {children}
      </Control>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

type Size = { size?: "s" | "m" | "l" };

/** A text field. Outside of a Field it needs an aria-label. */
export function Input({ size = "l", className, ...rest }: Omit<ComponentProps<"input">, "size"> & Size) {
  return <input {...use(Control)} {...rest} className={cx("input", size !== "l" && size, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...use(Control)} {...rest} className={cx("input", className)} />;
}

export type Option = { value: string | number; label: string };

type SelectProps = Omit<ComponentProps<"select">, "size" | "children"> &
  Size & {
    options: readonly Option[];
    /** Name of the first option, whose value is empty. */
    empty?: string | null | false | undefined;
  };

/** The browser's own list of options. Outside of a Field it needs an aria-label. */
export function Select({ size = "l", className, options, empty, ...rest }: SelectProps) {
  return (
    <select {...use(Control)} {...rest} className={cx("input", size !== "l" && size, className)}>
      {empty ? <option value="">{empty}</option> : null}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A control in a Field, with the props of both; `inputClass` is the class of the control. */
const inField =
  <Props extends object>(Control: ComponentType<Props>) =>
  (props: Omit<Props, keyof FieldProps> & FieldProps & { inputClass?: string | undefined }) => {
    const { label, hint, error, required, id, className, inputClass, ...control } = props;
    return (
      <Field {...{ label, hint, error, required, id, className }}>
        <Control {...({ ...control, className: inputClass } as unknown as Props)} />
      </Field>
    );
  };

export const TextField = inField(Input);
export const TextArea = inField(Textarea);
export const SelectField = inField(Select);

export const USERNAME = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 64,
} as const;

type PasswordProps = ComponentProps<typeof TextField> & { isNew?: boolean };

/** A field for a password with its label; `isNew` for one that is chosen. */
export function PasswordField({ isNew = false, ...field }: PasswordProps) {
  const autoComplete = isNew ? "new-password" : "current-password";
  return <TextField type="password" autoComplete={autoComplete} maxLength={256} {...field} />;
}
