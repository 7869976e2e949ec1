import { getCookie, setCookie } from "hono/cookie";
import type { Env } from "../env.ts";
import type { RequestContext } from "./app.ts";

/** Whether browsers reach the site by https alone. */
const isSecure = ({ APP_URL }: Env): boolean => APP_URL.startsWith("https:");

/** The characters of a cookie's value, unless its kind says it more closely: visible ASCII without separators. */
const VALUE = /^[!#-+\--:<-[\]-~]{1,4000}$/;

const names = new Set<string>();

/** The names of all cookies, without prefix: tests alter each. */
export const cookieNames: ReadonlySet<string> = names;

type Kind = {
  seconds: number;
  sameSite?: "Lax" | "Strict";
  /** The form of a value; any other is read as a missing cookie. */
  shape?: RegExp;
  /** Scripts can read it; it may grant nothing. */
  isForScripts?: boolean;
};

/**
 * Makes a cookie of the whole site. What comes back is believed no further than its shape: its reader checks the rest.
 * Plain http on localhost cannot set a `__Host-` cookie.
 */
export function cookie(
  name: string,
  { seconds, sameSite = "Lax", shape = VALUE, isForScripts = false }: Kind,
) {
  names.add(name);
  const nameOf = (c: RequestContext) => (isSecure(c.get("env")) && !isForScripts ? `__Host-${name}` : name);
  return {
    read: (c: RequestContext): string | undefined => {
      const value = getCookie(c, nameOf(c));
      return value !== undefined && shape.test(value) ? value : undefined;
    },
    /** Sets it, for other seconds if given, or with null takes it back. */
    write: (c: RequestContext, value: string | null, life = seconds): void =>
      setCookie(c, nameOf(c), value ?? "", {
        path: "/",
        httpOnly: !isForScripts,
        secure: isSecure(c.get("env")),
        sameSite,
        maxAge: value === null ? 0 : life,
      }),
  };
}
