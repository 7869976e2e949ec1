import { generateKeyPairSync } from "node:crypto";

/** Makes a pair of keys with which a deployment signs push messages (RFC 8292), as its settings. */
export function newPushKeys() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return { PUSH_PUBLIC_KEY: Buffer.concat(point).toString("base64url"), PUSH_PRIVATE_KEY: d };
}
