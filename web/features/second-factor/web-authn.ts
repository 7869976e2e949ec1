import type {
  Assertion,
  AssertionOptions,
  CreationOptions,
  PasskeyInput,
} from "../../../worker/features/second-factor/second-factor.schema.ts";

export const knowsPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Answers a challenge with a passkey. @throws DOMException when the user or the browser declines */
export async function answerWithPasskey(options: AssertionOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature } =
    credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  };
}

/** Creates a passkey. @throws DOMException when the user or the browser declines */
export async function makePasskey(options: CreationOptions): Promise<Omit<PasskeyInput, "name">> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    clientDataJSON: base64url(response.clientDataJSON),
    attestationObject: base64url(response.attestationObject),
    transports: response.getTransports(),
  };
}
