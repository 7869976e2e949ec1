/** Where a secret is stored; a ciphertext moved anywhere else does not open. */
export type SecretPlace = { table: string; row: number; column: string };

const encoder = new TextEncoder();
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Reads `SECRETS_KEYS`: id and key, the newest first; the older ones only open what they once closed. */
function readKeys(keys: string): [id: string, key: Uint8Array][] {
  return keys.split(",").map((each) => {
    const [id = "", key = ""] = each.split(":");
    return [id, fromBase64(key)];
  });
}

const importKey = (key: Uint8Array) =>
  crypto.subtle.importKey("raw", key as Uint8Array<ArrayBuffer>, "AES-GCM", false, ["encrypt", "decrypt"]);

const boundTo = ({ table, row, column }: SecretPlace) => encoder.encode(`${table}:${row}:${column}`);

/** Encrypts a secret with the newest key: `v1:key-id:iv:ciphertext` (AES-256-GCM, bound to its place). */
export async function encryptSecret(keys: string, plain: string, place: SecretPlace): Promise<string> {
  const [[id, key] = ["", new Uint8Array()]] = readKeys(keys);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: boundTo(place) },
    await importKey(key),
    encoder.encode(plain),
  );
  return `v1:${id}:${toBase64(iv)}:${toBase64(new Uint8Array(sealed))}`;
}

/** Opens a secret, or null when its key is gone or it was stored elsewhere or altered. */
export async function decryptSecret(
  keys: string,
  stored: string,
  place: SecretPlace,
): Promise<string | null> {
  const [format, id, iv, sealed] = stored.split(":");
  const key = readKeys(keys).find(([each]) => each === id)?.[1];
  if (format !== "v1" || !key || !iv || !sealed) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: fromBase64(iv), additionalData: boundTo(place) },
      await importKey(key),
      fromBase64(sealed),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}
