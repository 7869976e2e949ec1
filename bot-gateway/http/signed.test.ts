import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { GATEWAY_LIMITS, type GatewaySnapshot } from "../protocol.ts";
import { SIGNATURE_HEADERS, signGatewayRequest } from "../signature.ts";
import { SECRET } from "../testing/fake-worker.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { createGatewayServer } from "./server.ts";

const SKEW = GATEWAY_LIMITS.clockSkewMs;

/** A gateway's server without bots, whose clock the test advances; `ask` answers the status and the code of an error. */
async function start(t: TestContext) {
  const clock = new ManualClock();
  const server = createGatewayServer({
    ...{ secret: SECRET, botId: null, clock, log: () => undefined },
    supervisor: {} as never,
    snapshot: () => ({}) as GatewaySnapshot,
  });
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
  const ask = async (headers: OutgoingHttpHeaders) => {
    const [answer] = (await once(request(url, { agent: false, headers }).end(), "response")) as [
      IncomingMessage,
    ];
    let text = "";
    for await (const chunk of answer) text += chunk;
    return [answer.statusCode, (JSON.parse(text) as { code?: string }).code];
  };
  const sign = (later = 0) =>
    signGatewayRequest(SECRET, { method: "GET", url, body: "" }, clock.now() + later);
  return { clock, ask, sign };
}

test("accepts a request once at the largest allowed clock difference, and refuses one a millisecond beyond", async (t) => {
  const { clock, ask, sign } = await start(t);
  assert.deepEqual(await ask(await sign(-SKEW)), [200, undefined]);
  for (const beyond of [-SKEW - 1, SKEW + 1])
    assert.deepEqual(await ask(await sign(beyond)), [401, "bad_signature"], `${beyond} ms`);
  const early = await sign(SKEW);
  assert.deepEqual(await ask(early), [200, undefined]);
  for (const step of [0, SKEW, SKEW]) {
    await clock.advance(step);
    assert.deepEqual(await ask(early), [401, "replayed"]);
  }
  await clock.advance(1);
  assert.deepEqual(await ask(early), [401, "bad_signature"]);
});

test("refuses a signature with a header that is missing, empty or sent twice", async (t) => {
  const { ask, sign } = await start(t);
  const { bot: _, ...names } = SIGNATURE_HEADERS;
  for (const name of Object.values(names)) {
    const good = await sign();
    const value = good[name] ?? "";
    const other = (await sign())[name] ?? "";
    const { [name]: __, ...without } = good;
    for (const altered of [
      without,
      ...["", [value, value], [value, other]].map((v) => ({ ...good, [name]: v })),
    ])
      assert.deepEqual(await ask(altered), [401, "bad_signature"], JSON.stringify(altered[name]));
    assert.deepEqual(await ask(good), [200, undefined]);
  }
});
