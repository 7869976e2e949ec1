import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { cx } from "../lib/cx.ts";

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const Context = createContext<FieldContext | null>(null);

/**
 * A labelled control: label above, hint and error beneath, all tied together for assistive technology. The
 * control inside is an Input, Textarea or Select.
 */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  error?: string | null | undefined;
  required?: boolean;
  /** Keeps the label for assistive technology alone. */
  hideLabel?: boolean;
  /** Id of the control, where something else has to find it (a dialog's first focus). */
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const made = useId();
  const { id = made, label, hint, error, required = false, hideLabel, className, children } = props;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-[5px] block text-md text-ink-2"}>
        {label}
      </label>
      <Context value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</Context>
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
    </div>
  );
}

function useControl() {
  const field = use(Context);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy ? { "aria-describedby": field.describedBy } : {}),
    ...(field.invalid ? { "aria-invalid": true } : {}),
    ...(field.required ? { "aria-required": true } : {}),
  };
}

type Size = { size?: "s" | "m" | "l" };

/** A text field. Outside a Field it needs an aria-label. */
export function Input({ size = "l", className, ...rest }: Omit<ComponentProps<"input">, "size"> & Size) {
  return <input {...useControl()} {...rest} className={cx("input", size !== "l" && size, className)} />;
}

/** A text field of several lines. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...useControl()} {...rest} className={cx("input", className)} />;
}

/** The browser's own list of choices; give it `<option>`s. */
export function Select({ size = "l", className, ...rest }: Omit<ComponentProps<"select">, "size"> & Size) {
  return <select {...useControl()} {...rest} className={cx("input", size !== "l" && size, className)} />;
}
