import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

/** A surface with hairlines. With a title it is a named region, with actions at the right. */
export function Panel(
  props: Omit<ComponentProps<"section">, "title"> & {
    title?: ReactNode;
    aside?: ReactNode;
    actions?: ReactNode;
  },
) {
  const { title, aside, actions, className, children, ...rest } = props;
  const id = useId();
  return (
    <section {...rest} className={cx("panel", className)} {...(title ? { "aria-labelledby": id } : {})}>
      {title ? (
        <header className="flex min-h-[50px] flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-[18px] py-2.5">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <h2 id={id}>{title}</h2>
            {aside}
          </div>
          {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}
