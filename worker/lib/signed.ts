import { Buffer } from "node:buffer";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The signature of a text by each key of `SECRETS_KEYS`, the newest first: HMAC-SHA-256, base64url. */
const signaturesOf = (keys: string, purpose: string, text: string): string[] =>
  keys.split(",").map((each) => {
    const secret = Buffer.from(each.split(":")[1] ?? "", "base64");
    const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    return createHmac("sha256", key).update(text).digest("base64url");
  });

/** Compared as texts: other texts of base64url stand for the same bytes. */
function isSame(text: string, other: string): boolean {
  const [one, two] = [Buffer.from(text), Buffer.from(other)];
  return one.length === two.length && timingSafeEqual(one, two);
}

const purposes = new Set<string>();

/** Every purpose that something is signed for: a test alters each on its way back. */
export const signedPurposes: ReadonlySet<string> = purposes;

/**
 * Signs what a browser keeps for us, with the newest of the keys.
 * @param purpose part of what is signed: the signature is not valid for another purpose
 */
export function signer(purpose: string) {
  purposes.add(purpose);
  const sign = (keys: string, text: string): string => signaturesOf(keys, purpose, text)[0] ?? "";
  const isSigned = (keys: string, text: string, signature: string): boolean =>
    signaturesOf(keys, purpose, text).some((each) => isSame(each, signature));
  return {
    sign,
    /** Whether one of the keys signed a text for this purpose. */
    isSigned,
    /** The signed text of a value: everybody can read it, and only this deployment can make it. */
    seal(keys: string, value: unknown): string {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${sign(keys, text)}`;
    },
    /** The value of a text that `seal` made; undefined for every other text. */
    open(keys: string, sealed: string | undefined): unknown {
      if (sealed === undefined) return undefined;
      const at = sealed.lastIndexOf(".");
      const text = sealed.slice(0, at);
      if (!isSigned(keys, text, sealed.slice(at + 1))) return undefined;
      return JSON.parse(Buffer.from(text, "base64url").toString());
    },
  };
}
