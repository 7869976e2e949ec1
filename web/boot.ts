import { mutate } from "swr";
import { signIn } from "./features/auth/index.ts";
import type { Place } from "./features.ts";
import { request } from "./lib/api.ts";
import { can } from "./lib/can.ts";
import { languageShown, loadMessages } from "./lib/i18n/i18n.ts";
import { showsSignIn } from "./lib/paths.ts";
import { fetchUser, probablySignedIn, setUser } from "./lib/session.tsx";
import { readWanted } from "./lib/wanted.ts";
import { part } from "./ui/part.tsx";

/** How long the first page waits for its data before it is drawn without, in milliseconds. */
const PATIENCE = 400;

/**
 * The pages with the frame around them, which the sign-in page does without. `first.js` fetches the scripts of the
 * frame and of the lists of pages and texts together with this one where somebody is signed in.
 */
export const router = part(() => import("./router.tsx"));

/** Data that was asked for before the page that shows it was there. */
const early = new Map<string, Promise<unknown>>();

/** What SWR asks the API with. */
export const fetcher = (path: string): Promise<unknown> => early.get(path) ?? request(path);

function fetchEarly(path: string): Promise<unknown> {
  const answer = request(path);
  early.set(path, answer);
  return answer.then((data) => mutate(path, data, { revalidate: false })).finally(() => early.delete(path));
}

/** A page's module and its texts; what is missing is fetched again by the component that shows it. */
async function fetchCode({ page, catalogues }: Place) {
  const [module] = await Promise.all([page(), loadMessages(...catalogues)]);
  return module;
}

/**
 * Fetches the first page before anything is drawn: its scripts and texts at once, its data as soon as the user
 * is known. Resolves when the page can be drawn whole, or when its data takes longer than {@link PATIENCE}.
 * @throws whatever could not be fetched; the component that needs it asks again, and tells
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  if (!probablySignedIn() && showsSignIn(pathname)) {
    await setUser(null);
    return signIn.preload();
  }
  const user = fetchUser();
  const frame = router.preload();
  const features = import("./features.ts");
  const place = features.then(({ placeAt }) => placeAt(pathname));
  place.then((known) => known && fetchCode(known)).catch(() => undefined);
  const reader = await user;
  await setUser(reader);
  const { landingPath, placeAt } = await features;
  const start =
    pathname === "/" && reader ? placeAt(readWanted() ?? landingPath(reader.permissions)) : await place;
  if (!reader || !start || !can(reader.permissions, start.need)) return frame;
  const { firstPaths } = await fetchCode(start);
  // The server words some answers in the language on screen.
  await languageShown();
  const data = Promise.allSettled((firstPaths?.(reader) ?? []).map(fetchEarly));
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await frame;
}
