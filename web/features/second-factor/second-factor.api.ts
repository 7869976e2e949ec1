import useSWR, { mutate } from "swr";
import type {
  AssertionOptions,
  AuthenticatorSecret,
  Confirmation,
  ConfirmInput,
  CreationOptions,
  NewRecoveryCodes,
  SecondFactors,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { request } from "../../lib/api.ts";
import { checkSession } from "../../lib/session.tsx";
import { makePasskey } from "./web-authn.ts";

const OWN = "/api/user/second-factor";
const CONFIRM = "/api/user/confirm";

/** The signed-in user's second factors. */
export const useSecondFactors = () => useSWR<SecondFactors>(OWN, { revalidateIfStale: true });

/** Asks again what the user has, and what they may do with it. What was done is done, even where that fails. */
const changed = () => Promise.allSettled([mutate(OWN), checkSession()]);

/** Makes the secret for an authenticator app. @throws ApiError */
export const beginAuthenticator = () =>
  request<AuthenticatorSecret>(`${OWN}/authenticator`, { method: "POST" });

/** Confirms the app by a code of it; answers the first recovery codes. @throws ApiError */
export async function confirmAuthenticator(code: string): Promise<string[] | null> {
  const body = { code };
  const { recoveryCodes } = await request<NewRecoveryCodes>(`${OWN}/authenticator`, { method: "PUT", body });
  await changed();
  return recoveryCodes;
}

/** Removes the authenticator app. @throws ApiError */
export async function removeAuthenticator(): Promise<void> {
  await request(`${OWN}/authenticator`, { method: "DELETE" });
  await changed();
}

/** Has the browser make a passkey and adds it; answers the first recovery codes. @throws ApiError, DOMException */
export async function addPasskey(name: string): Promise<string[] | null> {
  const options = await request<CreationOptions>(`${OWN}/passkeys/options`, { method: "POST" });
  const body = { name, ...(await makePasskey(options)) };
  const { recoveryCodes } = await request<NewRecoveryCodes>(`${OWN}/passkeys`, { method: "POST", body });
  await changed();
  return recoveryCodes;
}

/** Removes a passkey. @throws ApiError */
export async function removePasskey(id: number): Promise<void> {
  await request(`${OWN}/passkeys/${id}`, { method: "DELETE" });
  await changed();
}

/** Makes new recovery codes; the old ones work no more. @throws ApiError */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await request<NewRecoveryCodes>(`${OWN}/recovery-codes`, { method: "POST" });
  await changed();
  return recoveryCodes ?? [];
}

/** How the user can prove who they are. */
export const useConfirmation = () => useSWR<Confirmation>(CONFIRM, { revalidateIfStale: true });

/** Proves who the user is. @throws ApiError */
export const confirmIdentity = (body: ConfirmInput): Promise<void> =>
  request(CONFIRM, { method: "POST", body });

/** What the user's passkeys are asked with, null for a user without. @throws ApiError */
export const askPasskeys = () => request<AssertionOptions | null>(`${CONFIRM}/passkey`, { method: "POST" });
