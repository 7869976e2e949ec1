import { useEffect } from "react";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import type { Language } from "../../worker/lib/wire.schema.ts";
import { ApiError, request } from "./api.ts";
import { showLanguage, translate } from "./i18n/i18n.ts";
import { SIGN_IN_PATH } from "./paths.ts";
import { privateStorage } from "./private-storage.ts";
import { answerProof } from "./proof.ts";
import { askToSignInAgain, forgetSignInAgain } from "./sign-in-again.ts";
import { attempt } from "./storage.ts";
import { createStore, useStore } from "./store.ts";
import { dismissToast, toast } from "./toast.ts";
import { takeWanted } from "./wanted.ts";

/** Path of the signed-in user. */
export const USER_KEY = "/api/user";
const channel = globalThis.BroadcastChannel ? new BroadcastChannel("session") : null;

/** Set and cleared by the server together with the session, which scripts cannot see; it says nothing else. */
const HINT = "signed_in";

/** Whether this browser has a session, which may have ended since. Without one the server needs no question. */
export const probablySignedIn = (): boolean => document.cookie.split("; ").includes(`${HINT}=1`);

const forgetHint = () => void globalThis.cookieStore?.delete(HINT);

/** Id of the user whose data this page has shown; it stays after signing out. */
let shown: number | null = null;

/** The facts of a user that choose their first page. */
export type Reader = Pick<CurrentUser, "id" | "organizationId" | "permissions">;

/** The beginning of the storage key of the last reader, of whom `first.js` asks for the first page. */
const READER = "reader:";
function keepReader({ id, organizationId, permissions }: Reader): void {
  const reader: Reader = { id, organizationId, permissions };
  attempt(() => privateStorage.store.setItem(`${READER}${id}`, JSON.stringify(reader)), undefined);
  void globalThis.cookieStore?.delete("reader");
}

/** Puts back what the user typed; reloads a page that has shown another user's data. */
async function admit(user: CurrentUser): Promise<void> {
  privateStorage.release(user.id);
  keepReader(user);
  if (shown !== null && shown !== user.id) {
    location.reload();
    await new Promise(() => undefined);
  }
  shown = user.id;
}

/** Asks the server who is signed in. @throws ApiError for every failure but 401 */
export async function askServer(): Promise<CurrentUser | null> {
  // A page with a user may have got another token while its question was on the way.
  for (let isLast = shown === null; ; isLast = true) {
    try {
      return await request<CurrentUser>(USER_KEY);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      if (isLast) return null;
    }
  }
}

/** The signed-in user, null without one. Asks to sign in again over a page that shows a user's data. @throws ApiError */
export async function fetchUser(): Promise<CurrentUser | null> {
  let user = probablySignedIn() ? await askServer() : null;
  // Who has signed out in this browser is not asked; the tab in which they did tells the others.
  if (!user && probablySignedIn() && (await askToSignInAgain({ quiet: true }))) user = await askServer();
  if (!user) {
    forgetHint();
    privateStorage.hold();
    return null;
  }
  await admit(user);
  if (user.language) await showLanguage(user.language);
  return user;
}

/** Who is signed in: undefined until the first answer, null for nobody. */
type Known = { user?: CurrentUser | null; error?: unknown };
const known = createStore<Known>({});

/** Shows a user to all that follow, unless nothing about them has changed. */
function show(user: CurrentUser | null): void {
  if (JSON.stringify(user) !== JSON.stringify(known.get().user)) known.set({ user });
}

/** The newest question to the server about who is signed in, while it is on its way. */
let asking: Promise<unknown> | null = null;

/** Asks the server who is signed in, and shows it. Without an answer a page with a user stays as it is. */
export async function reloadUser(): Promise<void> {
  const before = known.get();
  const mine = fetchUser();
  asking = mine;
  /** False where another question, a sign-in or a sign-out is newer. */
  const isNewest = () => {
    if (asking !== mine) return false;
    asking = null;
    return known.get() === before;
  };
  try {
    const user = await mine;
    if (isNewest()) show(user);
  } catch (error) {
    if (isNewest()) known.set({ ...before, error });
  }
}

/** `user` is undefined until the first answer, null when nobody is signed in; `error` is set when there was no answer. */
export function useUser() {
  const { user, error } = useStore(known);
  useEffect(() => {
    if (known.get().user === undefined && !asking) void reloadUser();
  }, []);
  return { user, error: user === undefined ? error : undefined, reload: reloadUser };
}

/** What is kept of the server's answers for the signed-in user. The sign-in page, which keeps none, does without the package. */
let answers = {
  keep: async (_path: string, _body: unknown) => {},
  forget: async () => {},
  refresh: async () => {},
};

/** Sets how answers are kept and forgotten, and how those on screen are asked for again. */
export const setAnswers = (kept: typeof answers): void => {
  answers = kept;
};

/** Keeps an answer for whatever shows what is at this path, once the frame is there. */
export const keepAnswer = (path: string, body: unknown): Promise<void> => answers.keep(path, body);

/** Forgets what was loaded for one user and shows the page to another, null for nobody. */
async function becomeUser(user: CurrentUser | null): Promise<void> {
  await answers.forget();
  await setUser(user);
}

async function forgetEverything(): Promise<void> {
  // Questions about a session that is gone.
  forgetSignInAgain();
  answerProof(false);
  forgetHint();
  privateStorage.forget();
  takeWanted();
  await becomeUser(null);
}

/** Shows the page to a user who has just signed in, and tells the other tabs. */
export async function enter(user: CurrentUser): Promise<void> {
  dismissToast();
  forgetSignInAgain();
  if (shown !== null && shown !== user.id) channel?.postMessage("signed-in");
  await admit(user);
  if (user.language) await showLanguage(user.language);
  await becomeUser(user);
  channel?.postMessage("signed-in");
}

/** Signs out here and in the other tabs, and forgets what was loaded even when the server was not reached. */
export async function signOut(): Promise<void> {
  await dismissToast();
  try {
    await signOutQuietly();
    toast({ title: translate("session.logged_out"), description: translate("session.logged_out_detail") });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return;
    toast({
      title: translate("session.logout_failed"),
      description: translate("session.logout_failed_detail"),
      variant: "destructive",
    });
  } finally {
    // Before the next draw, so that the page that is left does not flash as a signed-out user sees it.
    history.replaceState(null, "", SIGN_IN_PATH);
    await forgetEverything();
    channel?.postMessage("signed-out");
  }
}

/** Ends the session and leaves the screen as it is. @throws ApiError */
export const signOutQuietly = (): Promise<void> => request("/api/logout", { method: "POST" });

/** Replaces the known user, for instance after signing in again. */
export async function setUser(user: CurrentUser | null): Promise<void> {
  if (user) await admit(user);
  show(user);
}

/** Asks who is signed in when that may have changed, and shows it; resolves to whether a user is signed in. @throws ApiError */
export async function checkSession(): Promise<boolean> {
  const user = await fetchUser();
  if (!user) return false;
  await setUser(user);
  await answers.refresh();
  return true;
}

/** Follows sign-in and sign-out in the other tabs of this browser, also in pages out of the history. */
export function followOtherTabs(): void {
  channel?.addEventListener("message", (event) => {
    if (event.data === "signed-out") {
      dismissToast();
      void forgetEverything();
    }
    if (event.data === "signed-in") void reloadUser();
  });
  // The browser restores a page of its history as it was.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && shown !== null && !probablySignedIn()) location.reload();
    else if (persisted) void reloadUser();
  });
}

/** Saves the language of a signed-in user, then shows it here and in the other tabs. @throws ApiError, with it unchanged */
export function useSaveLanguage(): (language: Language) => Promise<void> {
  const { user } = useUser();
  return async (language) => {
    if (user) await request("/api/user/language", { method: "PATCH", body: { language } });
    await showLanguage(language);
    if (!user) return;
    await setUser({ ...user, language });
    await answers.refresh();
  };
}
