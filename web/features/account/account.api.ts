import useSWR from "swr";
import type { Account } from "../../../worker/features/account/account.schema.ts";
import type {
  ChangePasswordInput,
  RemovedUser,
  SetPasswordInput,
} from "../../../worker/features/auth/auth.schema.ts";
import type { RsiStatus } from "../../../worker/features/rsi/rsi.schema.ts";
import type { Confirmation } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { request } from "../../lib/api.ts";
import { checkSession, signOut } from "../../lib/session.tsx";
import { useRsiStatus } from "../rsi/index.ts";

const ACCOUNT = "/api/user/account";

/** The facts of the user's account, fetched again whenever the page is opened, since other pages change them. */
export const useAccount = () => useSWR<Account>(ACCOUNT, { revalidateIfStale: true });

export function useVerified(): RsiStatus | null {
  const { data } = useRsiStatus();
  return data?.rsiVerified ? data : null;
}

/** Changes how the user signs in, which ends the other sessions, and reads the session again. @throws ApiError */
async function changeSignIn(...call: Parameters<typeof request>): Promise<void> {
  await request(...call);
  // The change itself has succeeded.
  await checkSession().catch(() => undefined);
}

export const changePassword = (body: ChangePasswordInput) =>
  changeSignIn("/api/user/password", { method: "PATCH", body });

/** Sets the first password and the username. @throws ApiError */
export const addPassword = (body: SetPasswordInput) =>
  changeSignIn("/api/user/password", { method: "POST", body });

export const unlinkDiscord = () => changeSignIn("/api/user/discord", { method: "DELETE" });

/** Opens Discord in place of the page, to link an account. @throws ApiError */
export async function linkDiscord(password: string): Promise<void> {
  const { url } = await request<{ url: string }>("/api/user/discord", { method: "POST", body: { password } });
  location.assign(url);
}

/** Returns whether the user has just signed in or confirmed their identity. @throws ApiError */
export const isProven = async (): Promise<boolean> =>
  (await request<Confirmation>("/api/user/confirm")).isRecent;

/** Deletes the user's account and signs out here and in the other tabs. @throws ApiError */
export async function deleteAccount(username: string): Promise<RemovedUser> {
  const removed = await request<RemovedUser>("/api/user", { method: "DELETE", body: { username } });
  await signOut();
  return removed;
}
