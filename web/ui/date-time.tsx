import type { ChangeEvent, ComponentProps } from "react";
import { Input } from "./field.tsx";

/** An instant as the value of a datetime-local field in the user's zone; empty for null. */
function toLocal(instant: string | null): string {
  const time = Date.parse(instant ?? "");
  if (Number.isNaN(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

type Instant = { value: string | null; onChange: (instant: string | null) => void };

/** A field for an instant, typed as date and time of the user's zone; null while it is empty or incomplete. */
export function DateTime(props: Omit<ComponentProps<typeof Input>, "type" | keyof Instant> & Instant) {
  const { value, onChange, ...input } = props;
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const time = Date.parse(target.value);
    onChange(Number.isNaN(time) ? null : new Date(time).toISOString());
  };
  return <Input {...input} type="datetime-local" value={toLocal(value)} onChange={change} />;
}
