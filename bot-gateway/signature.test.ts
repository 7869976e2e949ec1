import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Nonces } from "./http/nonces.ts";
import { GATEWAY_LIMITS } from "./protocol.ts";
import { SIGNATURE_HEADERS, secretOfBot, signGatewayRequest, verifyGatewayRequest } from "./signature.ts";

const SECRET = "a secret of thirty-two characters";
const NOW = Date.UTC(2026, 10, 21);
const SKEW = GATEWAY_LIMITS.clockSkewMs;
const REQUEST = { method: "POST", url: "https://gateway.example/bots/1/start?how=now", body: '{"a":1}' };

type Headers = Record<string, string>;

const sign = (request = REQUEST, now = NOW) => signGatewayRequest(SECRET, request, now);
const verify = (headers: Headers, { request = REQUEST, now = NOW, secret = SECRET } = {}) =>
  verifyGatewayRequest(secret, { ...request, header: (name) => headers[name] }, now);
const isRefused = async (...given: Parameters<typeof verify>) => (await verify(...given)) === null;

/** Signs lines as the signature is documented, without the code under test. */
function signedByHand(lines: readonly string[], timestamp: string, nonce: string): Headers {
  const signature = createHmac("sha256", SECRET).update(lines.join("\n")).digest("hex");
  const { timestamp: time, nonce: once, signature: name } = SIGNATURE_HEADERS;
  return { [time]: timestamp, [once]: nonce, [name]: signature };
}

/** Returns variants of a text: a character changed at its beginning, middle or end, one less, one more, and doubled. */
const alterations = (text: string): string[] => [
  ...[0, text.length >> 1, text.length - 1].map(
    (at) => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1),
  ),
  ...["", text.slice(1), text.slice(0, -1), `${text}0`, `0${text}`, ` ${text}`, `${text}\n`, text + text],
  `${text}, ${text}`,
];

test("accepts a request as it was signed, and refuses it with any part altered", async () => {
  const headers = await sign();
  assert.deepEqual(await verify(headers), { nonce: headers[SIGNATURE_HEADERS.nonce] });
  const { body } = REQUEST;
  const url = "https://gateway.example";
  const altered = [
    ...["GET", "PUT", "PATCH", "DELETE", "HEAD", "", "POST\n"].map((method) => ({ ...REQUEST, method })),
    ...[
      ...[
        "/bots/2/start?how=now",
        "/bots/1/stop?how=now",
        "/bots/1/start/?how=now",
        "//bots/1/start?how=now",
      ],
      ...["/bots/1/start", "/bots/1/start?", "/bots/1/start?how=later", "/bots/1/start?how=now&how=now"],
      ...["/bots/1/start%3Fhow=now", "/Bots/1/start?how=now", "/bots/%31/start?how=now", "/?how=now"],
    ].map((path) => ({ ...REQUEST, url: url + path })),
    ...[...alterations(body), '{"a":1.0}', '{ "a":1}', "null"].map((other) => ({ ...REQUEST, body: other })),
  ];
  for (const request of altered) assert.ok(await isRefused(headers, { request }), JSON.stringify(request));
});

test("requires each header of a signature once and unchanged", async () => {
  const good = await sign();
  const { bot: _, ...names } = SIGNATURE_HEADERS;
  assert.deepEqual(Object.keys(good).sort(), Object.values(names).sort());
  for (const name of Object.values(names)) {
    const value = good[name] ?? "";
    const { [name]: __, ...without } = good;
    assert.ok(await isRefused(without), `without ${name}`);
    for (const altered of [...alterations(value), value.replaceAll(/\d/g, "９")])
      assert.ok(await isRefused({ ...good, [name]: altered }), `${name}: ${altered}`);
  }
  const { signature, nonce, timestamp } = SIGNATURE_HEADERS;
  const other = await sign({ ...REQUEST, body: "" });
  for (const name of [signature, nonce])
    assert.ok(await isRefused({ ...good, [name]: other[name] ?? "" }), `another request's ${name}`);
  for (const name of [signature, nonce]) {
    const shouted = good[name]?.toUpperCase() ?? "";
    if (shouted !== good[name])
      assert.ok(await isRefused({ ...good, [name]: shouted }), `${name} in capitals`);
  }
  const later = { ...good, [timestamp]: String(NOW + 1) };
  assert.ok(await isRefused(later, { now: NOW + 1 }), "another time");
});

test("refuses another version and another order of the signed lines", async () => {
  const [time, nonce] = [String(NOW), "0f".repeat(16)];
  const [method, path, body] = [REQUEST.method, "/bots/1/start?how=now", REQUEST.body];
  const byHand = (...lines: string[]) => verify(signedByHand(lines, time, nonce));
  assert.deepEqual(await byHand("v1", method, path, time, nonce, body), { nonce });
  for (const version of ["v2", "v0", "V1", "", "v1 "])
    assert.equal(await byHand(version, method, path, time, nonce, body), null, version);
  assert.equal(await byHand(method, path, time, nonce, body), null);
  assert.equal(await byHand("v1", method, path, nonce, time, body), null);
  assert.equal(await byHand("v1", method, path, time, nonce), null);
});

test("accepts a signature up to the largest clock difference, past or future, and refuses it a millisecond beyond", async () => {
  const headers = await sign();
  for (const side of [-1, 1]) {
    for (const within of [0, 1, SKEW - 1, SKEW])
      assert.ok(await verify(headers, { now: NOW + side * within }), `${side * within} ms`);
    for (const beyond of [SKEW + 1, SKEW + 2, 10 * SKEW, NOW])
      assert.ok(await isRefused(headers, { now: NOW + side * beyond }), `${side * beyond} ms`);
  }
});

test("accepts a request once while its signature is valid, however early it arrived", async () => {
  for (const early of [SKEW, SKEW - 1, 1, 0, -1, 1 - SKEW, -SKEW]) {
    const headers = await sign();
    const nonces = new Nonces();
    const take = async (now: number) => {
      const genuine = await verify(headers, { now });
      return genuine && nonces.take(genuine.nonce, now);
    };
    assert.equal(await take(NOW - early), "new", `taken ${early} ms early`);
    for (const now of [NOW - early, NOW, NOW + SKEW - 1, NOW + SKEW].filter((each) => each >= NOW - early))
      assert.equal(await take(now), "seen", `taken ${early} ms early, again after ${now - NOW} ms`);
    assert.equal(await take(NOW + SKEW + 1), null);
  }
});

test("the secret of one bot's gateway signs for no other gateway", async () => {
  const [one, other] = [await secretOfBot(SECRET, 1), await secretOfBot(SECRET, 11)];
  const headers = await signGatewayRequest(one, REQUEST, NOW);
  assert.ok(await verify(headers, { secret: one }));
  for (const secret of [SECRET, other, await secretOfBot(one, 1), one.toUpperCase()])
    assert.ok(await isRefused(headers, { secret }));
  assert.ok(await isRefused(await sign(), { secret: one }));
});
