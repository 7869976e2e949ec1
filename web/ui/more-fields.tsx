import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { ChevronDownIcon } from "./icons.tsx";

const begin = (fields: HTMLElement | null) =>
  fields?.querySelector<HTMLElement>("input, select, textarea")?.focus();

/** Fields that a form can do without, behind one press. They unfold by themselves where one is filled in or has an error. */
export function MoreFields<Name extends string>(props: {
  form: { errorOf: (name: Name) => string | undefined; isDirty: (name: Name) => boolean };
  names: readonly Name[];
  label: string;
  children: ReactNode;
}) {
  const { form, names, label, children } = props;
  const [opened, setOpened] = useState<"press" | "need" | null>(null);
  if (!opened && names.some((name) => form.isDirty(name) || form.errorOf(name))) setOpened("need");
  if (opened)
    return (
      <div ref={opened === "press" ? begin : undefined} className="contents">
        {children}
      </div>
    );
  return (
    <div className="sm:col-span-full">
      <Button variant="quiet" className="-ml-3" aria-expanded={false} onClick={() => setOpened("press")}>
        {label}
        <ChevronDownIcon />
      </Button>
    </div>
  );
}
