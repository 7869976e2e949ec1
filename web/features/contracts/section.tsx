import { type ReactNode, useId } from "react";

/** A section of a contract with its heading, what is said beside that, and its content. */
export function Section(props: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={props.className ?? "min-w-0"}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id} className="text-base font-semibold">
          {props.title}
        </h3>
        {props.aside ? <span className="hint max-md:w-full">{props.aside}</span> : null}
      </div>
      {props.children}
    </section>
  );
}
