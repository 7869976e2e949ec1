import { beforeEach, describe, expect, it, vi } from "vitest";
import { GATEWAY_LIMITS } from "../bot-gateway/protocol.ts";
import { SIGNATURE_HEADERS, secretOfBot } from "../bot-gateway/signature.ts";
import { gateway, signed } from "./features/bots/testing/bots.factory.ts";
import type { RouteRequest } from "./testing/cases.ts";
import { everythingStored } from "./testing/inspect.ts";
import { ROUTES, type Scene } from "./testing/routes.ts";
import { type Answer, backgroundDone, nobody, person, settings } from "./testing/world.ts";

const SKEW = GATEWAY_LIMITS.clockSkewMs;
const ROUTES_OF_GATEWAY = ROUTES.filter(({ access }) => access === "gateway");

const send = ({ path, body, headers = {} }: RouteRequest, method = "POST") =>
  nobody.call(method, path, { body, headers: { Origin: "", ...headers } });
const codeOf = ({ status, text }: Answer) => [status, (JSON.parse(text) as { code?: string }).code];
const REFUSED = [401, "gateway_signature"];

/** A text with a character changed at its beginning, middle and end, one less and one more, left out, and twice. */
const alterations = (text: string): string[] => [
  ...[0, text.length >> 1, text.length - 1].map(
    (at) => text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1),
  ),
  ...["", text.slice(1), `${text}0`, `${text}, ${text}`],
];

beforeEach(async () => {
  await gateway("reset");
});

/** The request of a route as its case makes it, and a signature of it at a time other than now. */
async function requestOf(each: (typeof ROUTES)[number]) {
  const scene: Scene = { caller: nobody, role: null, isForeign: false, officer: await person("officer") };
  const request = await each.request(scene);
  const at = async (ms: number) => {
    const now = vi.spyOn(Date, "now").mockReturnValue(ms);
    const headers = await signed(request.path, request.body);
    now.mockRestore();
    return { ...request, headers };
  };
  return { request, at };
}

describe("a request of the bot gateway", () => {
  it("is refused with any part of it or of its signature altered, left out or sent twice, and leaves nothing", async () => {
    for (const each of ROUTES_OF_GATEWAY) {
      const { request } = await requestOf(each);
      const { path, body = {}, headers = {} } = request;
      const { bot, ...names } = SIGNATURE_HEADERS;
      const others = ROUTES_OF_GATEWAY.filter(({ route }) => route !== each.route);
      const altered: RouteRequest[] = [
        ...Object.values(names).flatMap((name) => {
          const { [name]: value = "", ...without } = headers;
          const values = alterations(value).filter((text) => text !== value);
          return [
            { path, body, headers: without },
            ...values.map((text) => ({ path, body, headers: { ...headers, [name]: text } })),
          ];
        }),
        ...["?", "?a=1", "/"]
          .map((more) => ({ ...request, path: path + more }))
          .filter((other) => !other.path.endsWith("?")),
        ...others.map(({ route }) => ({ ...request, path: route.split(" ")[1] ?? "" })),
        { ...request, body: { ...body, more: 1 } },
        { ...request, body: { ...body, instance: "another-instance" } },
        ...["1", "2", "0", "01", "1, 1", "-1", "1.0", " "].map((id) => ({
          ...request,
          headers: { ...headers, [bot]: id },
        })),
        {
          ...request,
          headers: await signed(path, body, await secretOfBot(settings().BOT_GATEWAY_SECRET ?? "", 1)),
        },
      ];
      const before = await everythingStored("security_log");
      for (const other of altered) {
        const answer = await send(other);
        const isAbsent = answer.status === 404 && other.path !== path;
        expect([each.route, JSON.stringify(other), isAbsent ? REFUSED : codeOf(answer)]).toEqual([
          ...[each.route, JSON.stringify(other), REFUSED],
        ]);
        expect(answer.meter.rowsWritten).toBe(0);
      }
      expect(await everythingStored("security_log")).toBe(before);
      expect((await send(request)).status).toBe(each.status ?? 200);
      await backgroundDone();
    }
    expect(ROUTES_OF_GATEWAY.length).toBeGreaterThan(1);
  });

  it("is accepted up to the clocks' largest difference, and refused a millisecond beyond it on either side", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      for (const each of ROUTES_OF_GATEWAY) {
        const { at } = await requestOf(each);
        const now = Date.now();
        for (const side of [-1, 1]) {
          const beyond = codeOf(await send(await at(now + side * (SKEW + 1))));
          expect([each.route, side, beyond]).toEqual([each.route, side, REFUSED]);
          const { status } = await send(await at(now + side * SKEW));
          expect([each.route, side, status]).toEqual([each.route, side, each.status ?? 200]);
        }
      }
      await backgroundDone();
    } finally {
      vi.useRealTimers();
    }
  });

  it("changes nothing when it is sent again", async () => {
    for (const each of ROUTES_OF_GATEWAY) {
      const { request } = await requestOf(each);
      await send(request);
      await backgroundDone();
      const before = await everythingStored("security_log");
      const again = await send(request);
      await backgroundDone();
      expect([each.route, again.status]).toEqual([each.route, each.status ?? 200]);
      expect([each.route, await everythingStored("security_log")]).toEqual([each.route, before]);
    }
  });
});
