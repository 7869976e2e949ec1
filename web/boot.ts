import { preload } from "swr";
import type { CurrentUser } from "../worker/features/account/account.schema.ts";
import { signIn } from "./features/auth/index.ts";
import { type Area, areaAt, landingPath, showsSignIn } from "./features.ts";
import { request } from "./lib/api.ts";
import { can } from "./lib/can.ts";
import { languageShown, loadMessages } from "./lib/i18n/i18n.ts";
import { probablySignedIn } from "./lib/session.tsx";
import { readWanted } from "./lib/wanted.ts";
import { part } from "./ui/part.tsx";

/** The pages with the frame around them, which the sign-in page does without. */
export const router = part(() => import("./router.tsx"));

/**
 * Starts fetching the first page before it is drawn: its scripts and texts at once, and its data as soon as
 * `user` is known. What fails here is asked for again, and told, by the component that needs it.
 */
export async function fetchFirstPage(pathname: string, user: Promise<CurrentUser | null>): Promise<void> {
  if (!probablySignedIn() && showsSignIn(pathname)) return signIn.preload();
  router.preload();
  const area = areaAt(pathname);
  if (area) fetchCode(area).catch(() => undefined);
  const reader = await user;
  if (!reader) return;
  const start = pathname === "/" ? areaAt(readWanted() ?? landingPath(reader.permissions)) : area;
  if (!start || !can(reader.permissions, start.need)) return;
  const { firstPaths } = await fetchCode(start);
  // The server words some answers in the language on screen.
  await languageShown();
  for (const path of firstPaths?.(reader) ?? []) preload(path, request).catch(() => undefined);
}

function fetchCode({ page, catalogues }: Area) {
  loadMessages(...catalogues).catch(() => undefined);
  return page();
}
