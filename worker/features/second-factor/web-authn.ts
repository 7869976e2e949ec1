import { Buffer } from "node:buffer";
import type { Env } from "../../lib/env.ts";
import { rpIdOf } from "./factors.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { Assertion, PasskeyInput } from "./second-factor.schema.ts";

// The library is loaded when a passkey comes: most requests never need it.
const library = () => import("@simplewebauthn/server");

const expectedOf = (env: Env, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(env.APP_URL).origin,
  expectedRPID: rpIdOf(env),
  // The password came before, so that keys without a PIN will do.
  requireUserVerification: false,
});

/** Signature algorithms that passkeys may use: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** Checks a new passkey against its challenge. @throws AppError passkey_refused */
export async function readNewPasskey(env: Env, challenge: string, input: PasskeyInput) {
  const { id, clientDataJSON, attestationObject } = input;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedOf(env, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
    });
    if (!verified) throw new Error("not verified");
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
    };
  } catch {
    throw factorErrors.passkey_refused();
  }
}

type Stored = { credentialId: string; publicKey: string; counter: number };

/** Checks a passkey's answer to a challenge. @returns its new count of signatures. @throws AppError passkey_refused */
export async function readAssertion(
  env: Env,
  challenge: string,
  stored: Stored,
  input: Assertion,
): Promise<number> {
  const { id, ...response } = input;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(env, challenge),
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
        counter: stored.counter,
      },
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    });
    if (!verified) throw new Error("not verified");
    return authenticationInfo.newCounter;
  } catch {
    throw factorErrors.passkey_refused();
  }
}
