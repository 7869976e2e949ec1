import { Buffer } from "node:buffer";

/** The table, row and column of a secret: a ciphertext cannot be opened for another place. */
export type SecretPlace = { table: string; row: number; column: string };

const encoder = new TextEncoder();

/** The keys of `SECRETS_KEYS` by id, the newest first; the older ones open what was encrypted with them. */
const readKeys = (keys: string) =>
  new Map(keys.split(",").map((each) => each.split(":") as [id: string, key: string]));

/** The ids of the keys of `SECRETS_KEYS`; none where it is not set. */
export const secretKeyIds = (keys: string | undefined): string[] => (keys ? [...readKeys(keys).keys()] : []);

const importKey = (key: string) =>
  crypto.subtle.importKey("raw", Buffer.from(key, "base64"), "AES-GCM", false, ["encrypt", "decrypt"]);

const boundTo = ({ table, row, column }: SecretPlace) => encoder.encode(`${table}:${row}:${column}`);

/** Encrypts a secret with the newest key: `v1:key-id:iv:ciphertext` (AES-256-GCM, bound to its place). */
export async function encryptSecret(keys: string, plain: string, place: SecretPlace): Promise<string> {
  const [[id, key] = ["", ""]] = readKeys(keys);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: boundTo(place) },
    await importKey(key),
    encoder.encode(plain),
  );
  return `v1:${id}:${Buffer.from(iv).toString("base64")}:${Buffer.from(sealed).toString("base64")}`;
}

/** Decrypts a secret; null when its key is gone, or it was altered or encrypted for another place. */
export async function decryptSecret(
  keys: string,
  stored: string,
  place: SecretPlace,
): Promise<string | null> {
  const [format, id = "", iv, sealed] = stored.split(":");
  const key = readKeys(keys).get(id);
  if (format !== "v1" || !key || !iv || !sealed) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Buffer.from(iv, "base64"), additionalData: boundTo(place) },
      await importKey(key),
      Buffer.from(sealed, "base64"),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}
