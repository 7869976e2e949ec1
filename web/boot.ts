import { signIn } from "./features/auth/index.ts";
import { requestAhead } from "./lib/api.ts";
import type { Place } from "./lib/area.ts";
import { can } from "./lib/can.ts";
import { frameTexts, languageShown, loadTexts } from "./lib/i18n/i18n.ts";
import { isStart } from "./lib/paths.ts";
import { fetchUser, lastReader, probablySignedIn, type Reader, setUser } from "./lib/session.tsx";
import { readWanted } from "./lib/wanted.ts";
import { part } from "./ui/part.tsx";

/** Milliseconds that the first page waits for its data before it is drawn without. */
const PATIENCE = 400;

/** The pages and their frame, which the sign-in page does without. For a signed-in user `first.js` fetches them early. */
export const router = part(() => import("./router.tsx"), frameTexts);

/** What was asked for ahead of the page, by path, so that nothing is asked for twice. */
const asked = new Map<string, Promise<void>>();

/** Asks for an answer ahead of the page that shows it, and caches it as that page does. */
function ask(path: string): Promise<void> {
  const known =
    asked.get(path) ??
    requestAhead(path, async (body) => (await import("./lib/answers.ts")).keepAnswer(path, body));
  asked.set(path, known);
  return known;
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

/** The page that a user sees first at an address, null where it is none or theirs is another one. */
async function firstPlace(pathname: string, { permissions }: Reader): Promise<Place | null> {
  const { landingPath, placeAt } = await (areas ?? loadAreas());
  const place = placeAt(pathname === "/" ? (readWanted() ?? landingPath(permissions)) : pathname);
  return place && can(permissions, place.need) ? place : null;
}

/** Asks for what a user sees first, once the page's script is there; resolves to the answers. */
async function askForFirst(pathname: string, reader: Reader): Promise<Promise<void>[]> {
  const place = await firstPlace(pathname, reader);
  const { firstPaths } = place ? await fetchCode(place) : {};
  // Some answers hold sentences in the language on screen.
  await languageShown();
  return firstPaths?.(reader).map(ask) ?? [];
}

/**
 * Fetches the first page before anything is drawn: its scripts and texts at once, and its data for who read here last,
 * while the server says who reads now. Resolves when the page can be drawn whole, or when its data takes longer than
 * {@link PATIENCE}.
 * @throws what could not be fetched; the component that needs it asks again, and shows the failure
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  if (!probablySignedIn()) {
    await Promise.all([setUser(null), signIn.preload(), isStart(pathname) || loadAreas()]);
    return showsSignIn(pathname) ? undefined : router.preload();
  }
  const [user, last] = [fetchUser(), lastReader()];
  const frame = router.preload();
  const list = loadAreas();
  list
    .then(({ placeAt }) => placeAt(pathname))
    .then((place) => place && fetchCode(place))
    .catch(() => undefined);
  if (last)
    askForFirst(pathname, last)
      .then((data) => Promise.all(data))
      .catch(() => undefined);
  const reader = await user;
  await setUser(reader);
  if (!reader) return frame;
  const data = Promise.allSettled(await askForFirst(pathname, reader));
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await frame;
}
