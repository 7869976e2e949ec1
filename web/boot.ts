import { mutate } from "swr";
import { signIn } from "./features/auth/index.ts";
import { request } from "./lib/api.ts";
import type { Place } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import { frameTexts, languageShown, loadTexts } from "./lib/i18n/i18n.ts";
import { isStart } from "./lib/paths.ts";
import { fetchUser, probablySignedIn, setUser } from "./lib/session.tsx";
import { readWanted } from "./lib/wanted.ts";
import { part } from "./ui/part.tsx";

/** Milliseconds that the first page waits for its data before it is drawn without. */
const PATIENCE = 400;

/** The pages and their frame, which the sign-in page does without. For a signed-in user `first.js` fetches them early. */
export const router = part(() => import("./router.tsx"), [frameTexts]);

/** Answers that were asked for before the page that shows them was loaded. */
const early = new Map<string, Promise<unknown>>();

export const fetcher = (path: string): Promise<unknown> => early.get(path) ?? request(path);

function fetchEarly(path: string): Promise<unknown> {
  const answer = request(path);
  early.set(path, answer);
  return answer.then((data) => mutate(path, data, { revalidate: false })).finally(() => early.delete(path));
}

async function fetchCode({ page, texts }: Place) {
  const [module] = await Promise.all([page(), loadTexts(texts)]);
  return module;
}

let areas: typeof import("./areas.ts") | null = null;

async function loadAreas() {
  areas = await import("./areas.ts");
  return areas;
}

/** Whether a user who is signed out sees the sign-in page at this address, as far as the loaded scripts know. */
export const showsSignIn = (pathname: string): boolean => (areas?.showsSignIn ?? isStart)(pathname);

/**
 * Fetches the first page before anything is drawn: its scripts and texts at once, its data as soon as the user
 * is known. Resolves when the page can be drawn whole, or when its data takes longer than {@link PATIENCE}.
 * @throws what could not be fetched; the component that needs it asks again, and shows the failure
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  if (!probablySignedIn()) {
    await Promise.all([setUser(null), signIn.preload(), isStart(pathname) || loadAreas()]);
    return showsSignIn(pathname) ? undefined : router.preload();
  }
  const user = fetchUser();
  const frame = router.preload();
  const list = loadAreas();
  const place = list.then(({ placeAt }) => placeAt(pathname));
  place.then((known) => known && fetchCode(known)).catch(() => undefined);
  const reader = await user;
  await setUser(reader);
  const { landingPath, placeAt } = await list;
  const start =
    pathname === "/" && reader ? placeAt(readWanted() ?? landingPath(reader.permissions)) : await place;
  if (!reader || !start || !can(reader.permissions, start.need)) return frame;
  const { firstPaths } = await fetchCode(start);
  // Some answers hold sentences in the language on screen.
  await languageShown();
  const data = Promise.allSettled((firstPaths?.(reader) ?? []).map(fetchEarly));
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await frame;
}
