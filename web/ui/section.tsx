import { type ReactNode, useId } from "react";

type Props = { title: string; aside?: ReactNode; className?: string; children: ReactNode };

export function Section({ title, aside, className = "min-w-0", children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id} className="text-base font-semibold">
          {title}
        </h3>
        {aside ? <span className="hint max-md:w-full">{aside}</span> : null}
      </div>
      {children}
    </section>
  );
}
