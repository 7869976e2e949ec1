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

export const useSecondFactors = () => useSWR<SecondFactors>(OWN, { revalidateIfStale: true });

/** Changes the factors, then reads them and the session again; resolves to new recovery codes or null. @throws ApiError */
async function change(path: string, call: Parameters<typeof request>[1]): Promise<string[] | null> {
  const answer = await request<NewRecoveryCodes | undefined>(OWN + path, call);
  // Failures are ignored, since the change itself has succeeded.
  await Promise.allSettled([mutate(OWN), checkSession()]);
  return answer?.recoveryCodes ?? null;
}

/** Makes the secret for an authenticator app. @throws ApiError */
export const beginAuthenticator = () =>
  request<AuthenticatorSecret>(`${OWN}/authenticator`, { method: "POST" });

/** Confirms the app by one of its codes. @throws ApiError */
export const confirmAuthenticator = (code: string) =>
  change("/authenticator", { method: "PUT", body: { code } });

export const removeAuthenticator = () => change("/authenticator", { method: "DELETE" });

/** Creates a passkey in the browser and adds it. @throws ApiError, DOMException */
export async function addPasskey(name: string): Promise<string[] | null> {
  const options = await request<CreationOptions>(`${OWN}/passkeys/options`, { method: "POST" });
  return change("/passkeys", { method: "POST", body: { name, ...(await makePasskey(options)) } });
}

export const removePasskey = (id: number) => change(`/passkeys/${id}`, { method: "DELETE" });

/** Makes new recovery codes; the old ones become invalid. @throws ApiError */
export const makeRecoveryCodes = () => change("/recovery-codes", { method: "POST" });

export const useConfirmation = () => useSWR<Confirmation>(CONFIRM, { revalidateIfStale: true });

/** @throws ApiError */
export const confirmIdentity = (body: ConfirmInput): Promise<void> =>
  request(CONFIRM, { method: "POST", body });

/** The challenge for the user's passkeys; null without any. @throws ApiError */
export const askPasskeys = () => request<AssertionOptions | null>(`${CONFIRM}/passkey`, { method: "POST" });
