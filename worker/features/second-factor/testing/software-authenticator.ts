import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Assertion, PasskeyInput } from "../second-factor.schema.ts";

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

/** Encodes a value as CBOR (RFC 8949), of the kinds that authenticators send: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new TypeError("no CBOR for this");
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Encodes the two numbers of an ECDSA signature as DER, like authenticators. */
function der(raw: Buffer): Buffer {
  const integer = (bytes: Buffer) => {
    const from = bytes.findIndex((byte) => byte !== 0);
    const plain = bytes.subarray(Math.max(0, from));
    const body = (plain[0] as number) & 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain;
    return Buffer.concat([Buffer.from([2, body.length]), body]);
  };
  const both = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, both.length]), both]);
}

/** Faults of an answer, for tests of refusals. */
export type Lie = { origin?: string; rpId?: string; counter?: number; type?: string };

/** An authenticator in software: an ES256 key that answers like a security key. */
export class SoftwareAuthenticator {
  readonly id = base64url(crypto.getRandomValues(new Uint8Array(32)));
  private readonly keys: CryptoKeyPair;
  private readonly origin: string;
  private counter = 0;

  private constructor(keys: CryptoKeyPair, origin: string) {
    this.keys = keys;
    this.origin = origin;
  }

  static async make(origin: string): Promise<SoftwareAuthenticator> {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]);
    return new SoftwareAuthenticator(keys as CryptoKeyPair, origin);
  }

  private clientData(type: string, challenge: string, lie: Lie): string {
    return JSON.stringify({
      type: lie.type ?? type,
      challenge,
      origin: lie.origin ?? this.origin,
      crossOrigin: false,
    });
  }

  /** The hash of the site's name, flags and counter. */
  private authenticatorData(flags: number, lie: Lie): Buffer {
    this.counter = lie.counter ?? this.counter + 1;
    const rest = Buffer.alloc(5);
    rest[0] = flags;
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(lie.rpId ?? new URL(this.origin).hostname), rest]);
  }

  /** Makes its passkey for a challenge. */
  async register(challenge: string, name = "Key", lie: Lie = {}): Promise<PasskeyInput> {
    const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", this.keys.publicKey)) as JsonWebKey;
    const [keyType, algorithm, curve] = [2, -7, 1];
    const key = cbor(
      new Map<number, unknown>([
        [1, keyType],
        [3, algorithm],
        [-1, curve],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const authData = Buffer.concat([this.authenticatorData(0x41, lie), attested]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return {
      name,
      id: this.id,
      clientDataJSON: base64url(this.clientData("webauthn.create", challenge, lie)),
      attestationObject: base64url(attestation),
      transports: ["usb"],
    };
  }

  /** Answers a challenge. */
  async assert(challenge: string, lie: Lie = {}): Promise<Assertion> {
    const clientData = this.clientData("webauthn.get", challenge, lie);
    const data = this.authenticatorData(0x01, lie);
    const signed = Buffer.concat([data, sha256(clientData)]);
    const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, this.keys.privateKey, signed);
    return {
      id: this.id,
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(der(Buffer.from(raw))),
    };
  }
}
