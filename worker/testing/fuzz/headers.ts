import fc from "fast-check";
import { SIGNATURE_HEADERS } from "../../../bot-gateway/signature.ts";

/** Values of cookies and headers with a special meaning to some layer; all of them can be sent in a header. */
export const ODD_VALUES: readonly string[] = [
  ...["", " ", "%", "%00", "%0d%0aSet-Cookie:%20a=b", "%ff", "%E0%A4%A", "%C3%A6", "%F0%9F%9A%80"],
  ...["a,b", '"quoted"', '"', "*", "{}", "[]", "{", "....", "a.b.c", "../../etc", "' or 1=1 --"],
  ...["0", "-1", "1", "1e3", "0x10", "NaN", "9".repeat(13), "9".repeat(40), "00000000000000000001"],
  ...["null", "undefined", "__proto__", "constructor", "first-primary", "x".repeat(300), "x".repeat(4_200)],
];

/** Headers that the worker reads, by themselves or as what its framework makes of them, with values of their kind. */
export const HEADERS: Record<string, readonly string[]> = {
  "Idempotency-Key": ["key-1", "key-2", "x".repeat(101), "a b"],
  "If-None-Match": ["*", 'W/"'],
  "Accept-Language": ["da", "da;q=x, en;q=", "*;q=0.5", "da-DK,da;q=0.9,en;q=0.8", ",;,"],
  "Content-Type": [
    "text/plain",
    "application/json; charset=utf-16",
    "application/json;",
    "multipart/form-data",
  ],
  "Content-Length": ["1", "999999999999"],
  "Sec-Fetch-Site": ["same-origin", "cross-site"],
  "CF-Connecting-IP": ["192.0.2.7", "2001:db8::1", "::", "::::", "::ffff:192.0.2.7", "fe80::1%25eth0"],
  "User-Agent": ["u".repeat(6_000), "Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0"],
  Origin: ["https://elsewhere.example", "null"],
  Authorization: ["Bearer", "Bearer x", "Bearer  ", "Basic OjA=", "bearer abc.def"],
  Upgrade: ["websocket", "h2c"],
  Accept: ["text/html", "*/*;q=x"],
  Range: ["bytes=0-0"],
  "X-HTTP-Method-Override": ["DELETE"],
  "X-Forwarded-For": ["192.0.2.7, 10.0.0.1"],
  "X-Request-Id": ["mine"],
  "X-Signature-Ed25519": ["0".repeat(128), "zz".repeat(64), "0"],
  "X-Signature-Timestamp": ["0", "-1", "1e3", "9".repeat(13)],
  ...Object.fromEntries(
    Object.values(SIGNATURE_HEADERS).map((name) => [name, ["00".repeat(16), "a".repeat(64)]]),
  ),
};

const odd = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...ODD_VALUES));

const anyHeader = fc.oneof(
  ...Object.entries(HEADERS).map(([name, values]) => odd(values).map((value) => ({ [name]: value }))),
);

/** Cookies of odd values, and none twice; `session` takes the place of the caller's own. */
const oddCookies = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((some) => fc.tuple(...some.map((name) => odd(["1"]).map((value) => `${name}=${value}`))))
    .map((cookies) => ({ Cookie: cookies.join("; ") }));

/** Odd headers of a request, mostly none. @param cookies the names of the product's cookies */
export const oddHeaders = (cookies: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: anyHeader },
    { weight: 2, arbitrary: oddCookies(cookies) },
    { weight: 1, arbitrary: fc.tuple(anyHeader, anyHeader).map(([a, b]) => ({ ...a, ...b })) },
  );
