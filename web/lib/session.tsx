import useSWR, { mutate } from "swr";
import type { CurrentUser } from "../../worker/features/account/account.schema.ts";
import type { LoginInput, PasswordLinkInput, RegisterInput } from "../../worker/features/auth/auth.schema.ts";
import type {
  SecondStepInput,
  WaitingSignIn,
} from "../../worker/features/second-factor/second-factor.schema.ts";
import type { Language } from "../../worker/lib/wire.schema.ts";
import type { MessageKey } from "../catalogues.ts";
import { ApiError, request, sessionRenewed } from "./api.ts";
import { showLanguage, translate } from "./i18n/i18n.ts";
import { SIGN_IN_PATH } from "./paths.ts";
import { privateStorage } from "./private-storage.ts";
import { askToSignInAgain } from "./sign-in-again.ts";
import { toast } from "./toast.ts";
import { takeWanted } from "./wanted.ts";

/** The path that answers who is signed in, by which the answer is kept. */
export const USER_KEY = "/api/user";
const channel = globalThis.BroadcastChannel ? new BroadcastChannel("session") : null;

/** Set and cleared by the server together with the session, which scripts cannot see; it says nothing else. */
const HINT = "signed_in";

/** Whether this browser has a session, which may have ended since: without one nothing needs to be asked. */
export function probablySignedIn(): boolean {
  return document.cookie.split("; ").includes(`${HINT}=1`);
}

function forgetHint(): void {
  void globalThis.cookieStore?.delete(HINT);
}

/** The user whose data this page has shown; still there after signing out. */
let shown: number | null = null;

/** Lets a user have this page with what they typed; a page that has shown another user's data is made anew. */
async function admit(user: CurrentUser): Promise<void> {
  privateStorage.release(user.id);
  if (shown !== null && shown !== user.id) {
    location.reload();
    await new Promise(() => undefined);
  }
  shown = user.id;
}

/** Asks the server who is signed in. @throws ApiError for any other failure than that nobody is */
async function askServer(): Promise<CurrentUser | null> {
  try {
    return await request<CurrentUser>(USER_KEY);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Who is signed in, null for nobody. */
export async function fetchUser(): Promise<CurrentUser | null> {
  const user = probablySignedIn() ? await askServer() : null;
  if (!user) {
    forgetHint();
    privateStorage.hold();
    return null;
  }
  await admit(user);
  if (user.language) await showLanguage(user.language);
  return user;
}

/** `user` is undefined until the first answer, null for nobody; `error` when there was no answer. */
export function useUser() {
  const { data, error, mutate: reload } = useSWR<CurrentUser | null>(USER_KEY, fetchUser);
  return { user: data, error: data === undefined ? error : undefined, reload };
}

/** Forgets what was loaded for one user and shows who is signed in now, null for nobody. */
async function becomeUser(user: CurrentUser | null): Promise<void> {
  await mutate((key) => key !== USER_KEY, undefined, { revalidate: false });
  await setUser(user);
}

async function forgetEverything(): Promise<void> {
  forgetHint();
  privateStorage.forget();
  takeWanted();
  await becomeUser(null);
}

/** What a sign-in still asks for whose password was right. */
export type SecondStep = WaitingSignIn["secondFactor"];

/**
 * Signs in by a call, which other tabs are told of; greets the user with `title` and `text`.
 * @returns the second step where the sign-in waits for one
 */
async function enter(
  path: string,
  input: object,
  title: MessageKey,
  text: MessageKey,
  onSuccess?: () => void,
): Promise<SecondStep | null> {
  const user = await request<CurrentUser | WaitingSignIn>(path, { method: "POST", body: input });
  onSuccess?.();
  if ("secondFactor" in user) return user.secondFactor;
  if (shown !== null && shown !== user.id) channel?.postMessage("signed-in");
  await admit(user);
  if (user.language) await showLanguage(user.language);
  await becomeUser(user);
  channel?.postMessage("signed-in");
  const name = user.displayName || user.username;
  toast({ title: translate(title), description: translate(text, { name }) });
  return null;
}

/** Signs in with a password. @throws ApiError */
export const signIn = (input: LoginInput): Promise<SecondStep | null> =>
  enter("/api/login", input, "session.welcome_back", "session.logged_in_as");

const SECOND_STEP = "/api/login/second-factor";

/** Ends a sign-in that waits for its second step. @throws ApiError */
export const finishSignIn = (input: SecondStepInput): Promise<SecondStep | null> =>
  enter(SECOND_STEP, input, "session.welcome_back", "session.logged_in_as");

/** Makes an account and signs in with it. @throws ApiError */
export const register = (input: RegisterInput): Promise<SecondStep | null> =>
  enter("/api/register", input, "session.account_created", "session.welcome");

/** Chooses the password of a password link, which is then used up, and signs in with it. @throws ApiError */
export async function choosePassword(input: PasswordLinkInput): Promise<SecondStep | null> {
  const forgetLink = () => history.replaceState(null, "", SIGN_IN_PATH);
  return enter("/api/password-link", input, "session.password_saved", "session.logged_in_as", forgetLink);
}

/** Signs in again over the page whose session has ended: what is loaded or typed stays. @throws ApiError */
export async function signInAgain(input: LoginInput): Promise<CurrentUser | SecondStep> {
  return renew(await request<CurrentUser | WaitingSignIn>("/api/login", { method: "POST", body: input }));
}

/** The second step of signing in again. @throws ApiError */
export async function finishSigningInAgain(input: SecondStepInput): Promise<CurrentUser | SecondStep> {
  return renew(await request<CurrentUser | WaitingSignIn>(SECOND_STEP, { method: "POST", body: input }));
}

function renew(answer: CurrentUser | WaitingSignIn): CurrentUser | SecondStep {
  if ("secondFactor" in answer) return answer.secondFactor;
  sessionRenewed();
  return answer;
}

/** Signs out here and in the other tabs. What was loaded is forgotten even when the server was not reached. */
export async function signOut(): Promise<void> {
  try {
    await signOutQuietly();
    toast({
      title: translate("session.logged_out"),
      description: translate("session.logged_out_detail"),
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return;
    toast({
      title: translate("session.logout_failed"),
      description: translate("session.logout_failed_detail"),
      variant: "destructive",
    });
  } finally {
    // Before anything is drawn again, so that the page being left does not show its signed-out face.
    history.replaceState(null, "", SIGN_IN_PATH);
    await forgetEverything();
    channel?.postMessage("signed-out");
  }
}

/** Ends the session, such as one that turned out to be another user's; what is on screen stays. @throws ApiError */
export const signOutQuietly = (): Promise<void> => request("/api/logout", { method: "POST" });

/** Replaces what is known of the user, for instance after signing in again. */
export async function setUser(user: CurrentUser | null): Promise<void> {
  if (user) await admit(user);
  await mutate(USER_KEY, user, { revalidate: false });
}

/**
 * Asks who is signed in when the server says that this may have changed, and shows what they may see now. When
 * nobody is, the person is asked to sign in again. Answers whether a user is signed in. @throws ApiError
 */
export async function checkSession(): Promise<boolean> {
  // A user who signed out in this browser wants no question; the tab they did it in tells the others.
  if (!probablySignedIn()) return false;
  const user = await askServer();
  if (user) {
    await setUser(user);
    await mutate((key) => key !== USER_KEY);
    return true;
  }
  if (!probablySignedIn()) return false;
  forgetHint();
  return askToSignInAgain({ quiet: true });
}

/** Keeps the tabs of one browser together: signing in or out in one is seen in the others, and on the way back to a page. */
export function followOtherTabs(): void {
  channel?.addEventListener("message", (event) => {
    if (event.data === "signed-out") void forgetEverything();
    if (event.data === "signed-in") void mutate(USER_KEY);
  });
  // A page that the browser kept as it was, on the way back to it.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && shown !== null && !probablySignedIn()) location.reload();
    else if (persisted) void mutate(USER_KEY);
  });
}

/**
 * Saves the language on the server when a user is signed in, then shows it here and in the other tabs.
 * Texts that the server wrote are fetched anew. @throws ApiError, with the language unchanged
 */
export function useSaveLanguage(): (language: Language) => Promise<void> {
  const { user } = useUser();
  return async (language) => {
    if (user) await request("/api/user/language", { method: "PATCH", body: { language } });
    await showLanguage(language);
    if (!user) return;
    await setUser({ ...user, language });
    await mutate((key) => key !== USER_KEY);
  };
}
