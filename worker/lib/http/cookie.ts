import { getCookie, setCookie } from "hono/cookie";
import type { Env } from "../env.ts";
import type { RequestContext } from "./app.ts";

/** Whether browsers reach the site by https alone. */
export const isSecure = ({ APP_URL }: Env): boolean => APP_URL.startsWith("https:");

const names = new Set<string>();

/** Every cookie that is believed when it comes back: a test alters each. */
export const cookieNames: ReadonlySet<string> = names;

/** A cookie of the whole site that scripts cannot read. Plain http on localhost cannot set a `__Host-` cookie. */
export function cookie(name: string, { seconds, sameSite = "Lax" }: Lifetime) {
  names.add(name);
  const nameOf = (c: RequestContext) => (isSecure(c.var.env) ? `__Host-${name}` : name);
  return {
    read: (c: RequestContext): string | undefined => getCookie(c, nameOf(c)),
    /** Sets it, or with null takes it back. */
    write: (c: RequestContext, value: string | null): void =>
      setCookie(c, nameOf(c), value ?? "", {
        path: "/",
        httpOnly: true,
        secure: isSecure(c.var.env),
        sameSite,
        maxAge: value === null ? 0 : seconds,
      }),
  };
}

type Lifetime = { seconds: number; sameSite?: "Lax" | "Strict" };
