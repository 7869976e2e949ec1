import type {
  LoginInput,
  PasswordLinkInput,
  RegisterInput,
} from "../../../worker/features/auth/auth.schema.ts";
import type {
  SecondStepInput,
  WaitingSignIn,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { request, sessionRenewed } from "../../lib/api.ts";
import { type MessageKey, translate } from "../../lib/i18n/i18n.ts";
import { SIGN_IN_PATH } from "../../lib/paths.ts";
import { enter } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";

/** The second step that a sign-in waits for after a right password. */
export type SecondStep = WaitingSignIn["secondFactor"];

type Answer = CurrentUser | WaitingSignIn;

/** Signs in by a call and greets the user; resolves to the second step where the sign-in waits for one. @throws ApiError */
async function signInBy(
  path: string,
  body: object,
  title: MessageKey,
  text: MessageKey,
  onSuccess?: () => void,
): Promise<SecondStep | null> {
  const answer = await request<Answer>(path, { method: "POST", body });
  onSuccess?.();
  if ("secondFactor" in answer) return answer.secondFactor;
  await enter(answer);
  const name = answer.displayName || answer.username;
  toast({ title: translate(title), description: translate(text, { name }) });
  return null;
}

export const signIn = (input: LoginInput) =>
  signInBy("/api/login", input, "session.welcome_back", "session.logged_in_as");

const SECOND_STEP = "/api/login/second-factor";

/** Ends a sign-in that waits for its second step. @throws ApiError */
export const finishSignIn = (input: SecondStepInput) =>
  signInBy(SECOND_STEP, input, "session.welcome_back", "session.logged_in_as");

export const register = (input: RegisterInput) =>
  signInBy("/api/register", input, "session.account_created", "session.welcome");

/** Chooses the password of a password link, which is then used up, and signs in with it. @throws ApiError */
export function choosePassword(input: PasswordLinkInput): Promise<SecondStep | null> {
  const forgetLink = () => history.replaceState(null, "", SIGN_IN_PATH);
  return signInBy("/api/password-link", input, "session.password_saved", "session.logged_in_as", forgetLink);
}

async function renewBy(path: string, body: object): Promise<CurrentUser | SecondStep> {
  const answer = await request<Answer>(path, { method: "POST", body });
  if ("secondFactor" in answer) return answer.secondFactor;
  sessionRenewed();
  return answer;
}

/** Signs in again over the page whose session has ended: what is loaded or typed stays. @throws ApiError */
export const signInAgain = (input: LoginInput) => renewBy("/api/login", input);

/** The second step of signing in again. @throws ApiError */
export const finishSigningInAgain = (input: SecondStepInput) => renewBy(SECOND_STEP, input);
