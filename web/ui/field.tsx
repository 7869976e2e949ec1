import { type AriaAttributes, type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { cx } from "../lib/cx.ts";

/** What a control takes from the Field around it. */
const Control = createContext<AriaAttributes & { id?: string }>({});

/** An Input, Textarea or Select with its label above, hint and error beneath, tied together for assistive technology. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  error?: string | null | undefined;
  required?: boolean;
  /** Id of the control, where something else has to find it (a dialog's first focus). */
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const made = useId();
  const { id = made, label, hint, error, required = false, className, children } = props;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className="mb-[5px] block text-md text-ink-2">
        {label}
      </label>
      <Control
        value={{
          id,
          ...(describedBy ? { "aria-describedby": describedBy } : {}),
          ...(error ? { "aria-invalid": true } : {}),
          ...(required ? { "aria-required": true } : {}),
        }}
      >
        {children}
      </Control>
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

type Size = { size?: "s" | "m" | "l" };

/** A text field. Outside a Field it needs an aria-label. */
export function Input({ size = "l", className, ...rest }: Omit<ComponentProps<"input">, "size"> & Size) {
  return <input {...use(Control)} {...rest} className={cx("input", size !== "l" && size, className)} />;
}

/** A text field of several lines. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...use(Control)} {...rest} className={cx("input", className)} />;
}

/** The browser's own list of choices; give it `<option>`s. */
export function Select({ size = "l", className, ...rest }: Omit<ComponentProps<"select">, "size"> & Size) {
  return <select {...use(Control)} {...rest} className={cx("input", size !== "l" && size, className)} />;
}
