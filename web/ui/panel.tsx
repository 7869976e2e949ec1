import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

/** A surface with hairlines. With a title it is a named region and its actions stand at the right. */
export function Panel(
  props: Omit<ComponentProps<"section">, "title"> & {
    title?: ReactNode;
    /** Beside the title, such as a badge. */
    aside?: ReactNode;
    actions?: ReactNode;
  },
) {
  const { title, aside, actions, className, children, ...rest } = props;
  const id = useId();
  return (
    <section {...rest} className={cx("panel", className)} {...(title ? { "aria-labelledby": id } : {})}>
      {title ? (
        <header className="panel-head">
          <h2 id={id}>{title}</h2>
          {aside}
          {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}
