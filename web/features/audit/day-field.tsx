import { useId } from "react";
import { cx } from "../../lib/cx.ts";
import { Input } from "../../ui/field.tsx";

/** A day that narrows the log, marked while it does. */
export function DayField(props: {
  label: string;
  value: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (value: string | null) => void;
}) {
  const id = useId();
  const { label, value, min, max, onChange } = props;
  return (
    <span className="flex items-center gap-2 max-md:flex-[1_1_40%]">
      <label htmlFor={id} className="text-md text-ink-2 max-md:w-9">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        size="m"
        className={cx("w-auto flex-1", value && "border-ice")}
        min={min ?? undefined}
        max={max ?? undefined}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </span>
  );
}
