/** A new session token: 256 random bits, base64url. */
export function newToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** A new session id: 48 random bits, so that none is ever given twice. */
export const newSessionId = (): number =>
  crypto.getRandomValues(new Uint8Array(6)).reduce((id, byte) => id * 256 + byte, 0) + 1;

/** SHA-256 of a token in hexadecimal, as stored. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
