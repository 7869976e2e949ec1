import { vi } from "vitest";
import { nextNumber } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import type { PushDevice } from "../push.schema.ts";
import { browser } from "./receiver.ts";

/** The host of a push service, which no test asks over the network. */
const HOST = "push.command.example";

export const newBrowser = (path = `${nextNumber()}`) => browser(`https://${HOST}/send/${path}`);

/** Turns push on for a caller's session in a new browser. */
export async function turnOn(caller: Caller) {
  const device = newBrowser();
  const { id } = await caller.ok<PushDevice>("POST", "/api/push/subscriptions", device.subscription);
  return { id, ...device };
}

export type Asked = { url: string; headers: Headers; body: Uint8Array; redirect: string | undefined };

/**
 * Takes the place of push services until the test's end.
 * @param answer the response to a request; 201 left out
 * @returns what they were asked
 */
export function pushServices(answer: (asked: Asked) => Response | Promise<Response> = taken): Asked[] {
  const asked: Asked[] = [];
  const network = globalThis.fetch;
  vi.stubGlobal("fetch", async (target: RequestInfo | URL, init?: RequestInit) => {
    if (new URL(String(target)).host !== HOST) return network(target, init);
    const request: Asked = {
      url: String(target),
      headers: new Headers(init?.headers),
      body: new Uint8Array(await new Response(init?.body ?? null).arrayBuffer()),
      redirect: init?.redirect,
    };
    asked.push(request);
    return answer(request);
  });
  return asked;
}

export const taken = () => new Response(null, { status: 201 });
