import useSWR, { mutate } from "swr";
import type { Account } from "../../../worker/features/account/account.schema.ts";
import type {
  ChangePasswordInput,
  RemovedUser,
  SetPasswordInput,
} from "../../../worker/features/auth/auth.schema.ts";
import type { RsiStatus } from "../../../worker/features/rsi/rsi.schema.ts";
import { request } from "../../lib/api.ts";
import { checkSession, signOut } from "../../lib/session.tsx";
import { useRsiStatus } from "../rsi/index.ts";

const ACCOUNT = "/api/user/account";

/** The facts of the signed-in user's account, asked for again whenever the page is opened: other pages change them. */
export const useAccount = () => useSWR<Account>(ACCOUNT, { revalidateIfStale: true });

/** The signed-in user's RSI account as far as it is verified, null where it is not. */
export function useVerified(): RsiStatus | null {
  const { data } = useRsiStatus();
  return data?.rsiVerified ? data : null;
}

/** Asks again what the user may do. What was done is done, even where that fails. */
const changed = () => checkSession().catch(() => undefined);

/** Changes the password; the other sessions end. @throws ApiError */
export async function changePassword(body: ChangePasswordInput): Promise<void> {
  await request("/api/user/password", { method: "PATCH", body });
  await changed();
}

/** Sets the first password, and the name that goes with it; the other sessions end. @throws ApiError */
export async function addPassword(body: SetPasswordInput): Promise<void> {
  await request("/api/user/password", { method: "POST", body });
  await changed();
}

/** Leaves for Discord to link an account there. @throws ApiError */
export async function linkDiscord(password: string): Promise<void> {
  const { url } = await request<{ url: string }>("/api/user/discord", { method: "POST", body: { password } });
  location.assign(url);
}

/** Unlinks the Discord account; the other sessions end. @throws ApiError */
export async function unlinkDiscord(): Promise<void> {
  await request("/api/user/discord", { method: "DELETE" });
  await changed();
}

/** Leaves the user's ships out of the organization's fleet, or not. @throws ApiError */
export async function hideHangar(userId: number, isHidden: boolean): Promise<void> {
  await request(`/api/uex/user/${userId}/privacy`, { method: "PATCH", body: { isHidden } });
  await mutate<Account>(
    ACCOUNT,
    (account) => account && { ...account, hangar: { ...account.hangar, isHidden } },
    { revalidate: false },
  );
}

/** Deletes the user's account, and forgets it here and in the other tabs. @throws ApiError */
export async function deleteAccount(username: string): Promise<RemovedUser> {
  const removed = await request<RemovedUser>("/api/user", { method: "DELETE", body: { username } });
  await signOut();
  return removed;
}
