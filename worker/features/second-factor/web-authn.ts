import { Buffer } from "node:buffer";
import type { Env } from "../../lib/env.ts";
import { rpIdOf } from "./factors.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { Assertion, PasskeyInput } from "./second-factor.schema.ts";

// Loaded with the first passkey: most requests need none.
const library = () => import("@simplewebauthn/server");

const expectedOf = (env: Env, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(env.APP_URL).origin,
  expectedRPID: rpIdOf(env),
  // The password came before, so keys without a PIN are enough.
  requireUserVerification: false,
});

/** Signature algorithms that passkeys may use: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** A browser's answer in the library's form. */
const responseOf = <Response>(id: string, response: Response) =>
  ({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} }) as const;

/** Checks a new passkey against its challenge. @throws AppError passkey_refused */
export async function readNewPasskey(env: Env, challenge: string, input: PasskeyInput) {
  const { id, clientDataJSON, attestationObject } = input;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedOf(env, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
      response: responseOf(id, { clientDataJSON, attestationObject }),
    });
    if (!verified) throw new Error("not verified");
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  } catch {
    throw factorErrors.passkey_refused();
  }
}

type Stored = { credentialId: string; publicKey: string; counter: number };

/** Checks a passkey's answer to a challenge. @returns its new count of signatures. @throws AppError passkey_refused */
export async function readAssertion(env: Env, challenge: string, stored: Stored, input: Assertion) {
  const { id, ...response } = input;
  const { verifyAuthenticationResponse } = await library();
  const publicKey = new Uint8Array(Buffer.from(stored.publicKey, "base64url"));
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(env, challenge),
      credential: { id: stored.credentialId, publicKey, counter: stored.counter },
      response: responseOf(id, response),
    });
    if (!verified) throw new Error("not verified");
    return authenticationInfo.newCounter;
  } catch {
    throw factorErrors.passkey_refused();
  }
}
