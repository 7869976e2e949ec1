import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  to: string;
  replace?: boolean;
  state?: unknown;
};

/** A link within the app. React-router's own comes with its server-rendering, 2 kB of what loads first. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, replace ? { replace, state } : { state });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
