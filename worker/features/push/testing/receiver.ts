import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from "node:crypto";

// A browser's side of web push, written from RFC 8188, 8291 and 8292 alone.

const bytes = (text: string) => Buffer.from(text, "base64url");
const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** A browser with its keys at a push service. */
export function browser(endpoint: string) {
  const keys = createECDH("prime256v1");
  const point = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") },
    },
    /** Decrypts the body of a request to the push service. @throws for another browser's, or an altered one */
    read(body: Uint8Array): string {
      const [salt, size, idLength] = [
        body.subarray(0, 16),
        Buffer.from(body).readUInt32BE(16),
        body[20] ?? 0,
      ];
      const [sender, record] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
      if (body.length > 4096 || record.length > size) throw new Error("larger than a push service takes");
      const shared = keys.computeSecret(sender);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
      const secret = derive(shared, auth, info, 32);
      const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
      const open = createDecipheriv("aes-128-gcm", key, nonce);
      open.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()]);
      const end = padded.findLastIndex((byte: number) => byte !== 0);
      if (padded[end] !== 2) throw new Error("no last record");
      return padded.subarray(0, end).toString("utf8");
    },
  };
}

/** The sender as a push service sees it. @throws for a signature not by the public key, or a missing part */
export function senderOf(authorization: string): { key: string; aud: string; exp: number; sub: string } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = bytes(key);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const { alg } = JSON.parse(bytes(head).toString());
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
    bytes(signature),
  );
  if (alg !== "ES256" || point.length !== 65 || !isSigned) throw new Error("not signed by the key");
  return { key, ...JSON.parse(bytes(claims).toString()) };
}
