import type { CurrentUser } from "../worker/lib/current-user.schema.ts";
import type { Language } from "../worker/lib/wire.schema.ts";
import { signIn } from "./features/auth/index.ts";
import { takeUp } from "./lib/api.ts";
import type { Place } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import { currentLanguage, frameTexts, languageShown } from "./lib/i18n/i18n.ts";
import { isStart } from "./lib/paths.ts";
import { fetchUser, keepAnswer, probablySignedIn, type Reader, setUser, USER_KEY } from "./lib/session.tsx";
import { readWanted } from "./lib/wanted.ts";
import { pagePart, part } from "./ui/part.tsx";

/** Milliseconds that the first page waits for its data before it is drawn without. */
const PATIENCE = 400;

/** The pages and their frame, which the sign-in page does without. For a signed-in user `first.js` fetches them early. */
export const router = part(() => import("./router.tsx"), frameTexts);

declare global {
  /** What a page asks for first, for a reader: the paths that its area declares, in the API's words. */
  function firstPaths(pathname: string, reader: Reader): string[];
  /** Asks for several paths in one request. */
  function readTogether(paths: readonly string[], language: Language): FirstRead;
  /** What `first.js` has asked for while the document was read: who reads, and the page for who read here last. */
  var firstRead: FirstRead | undefined;
}
type FirstRead = { paths: readonly string[]; answer: Promise<Response> };

/** Caches an answer as the page that shows it does. */
const keep = async (path: string, body: unknown) => {
  await router.preload();
  if (path !== USER_KEY) await keepAnswer(path, body);
};

let areas: typeof import("./areas.ts") | null = null;

async function loadAreas() {
  areas = await import("./areas.ts");
  return areas;
}

/** Whether a user who is signed out sees the sign-in page at this address, as far as the loaded scripts know. */
export const showsSignIn = (pathname: string): boolean => (areas?.showsSignIn ?? isStart)(pathname);

/** The page that a user sees first at an address, null where it is none or theirs is another one. */
async function firstPlace(pathname: string, { permissions, applies }: CurrentUser): Promise<Place | null> {
  const { landingPath, placeAt } = await (areas ?? loadAreas());
  const place = placeAt(pathname === "/" ? (readWanted() ?? landingPath(permissions, applies)) : pathname);
  return place && can(permissions, place.need) ? place : null;
}

/** Asks for what a user sees first, but for what `known` has; resolves once the page's script is there, to the answer. */
async function fetchPlace(pathname: string, reader: CurrentUser, known: FirstRead | undefined) {
  const place = await firstPlace(pathname, reader);
  if (!place) return {};
  const code = pagePart(place).preload();
  // Some answers hold sentences in the language on screen.
  await languageShown();
  const paths = firstPaths(place.path, reader).filter((path) => !known?.paths.includes(path));
  const answered = paths.length > 0 ? takeUp(readTogether(paths, currentLanguage()), keep) : undefined;
  await code;
  return { answered };
}

/**
 * Fetches the first page before anything is drawn: its scripts and texts at once, and its data, which `first.js` has asked for
 * already for who read here last. Resolves when the page can be drawn whole, or when its data takes longer than
 * {@link PATIENCE}.
 * @throws what could not be fetched; the component that needs it asks again, and shows the failure
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  if (!probablySignedIn()) {
    await Promise.all([setUser(null), signIn.preload(), isStart(pathname) || loadAreas()]);
    return showsSignIn(pathname) ? undefined : router.preload();
  }
  const known = globalThis.firstRead;
  const taken = known && takeUp(known, keep);
  const user = fetchUser();
  const frame = router.preload();
  loadAreas()
    .then(({ placeAt }) => placeAt(pathname))
    .then((place) => place && pagePart(place).preload())
    .catch(() => undefined);
  const reader = await user;
  await setUser(reader);
  if (!reader) return frame;
  const { answered } = await fetchPlace(pathname, reader, known);
  const data = Promise.allSettled([taken, answered]);
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await frame;
}
