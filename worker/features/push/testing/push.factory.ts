import { vi } from "vitest";
import { openDb } from "../../../lib/db/client.ts";
import { readEnv } from "../../../lib/env.ts";
import type { Problem } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { at, nextNumber } from "../../../testing/database.ts";
import { type Caller, raw, rows, value } from "../../../testing/world.ts";
import { memberNotices } from "../../members/members.texts.ts";
import { deliverDue, deliveryOf } from "../../notices/deliver.ts";
import { sessionIdOf } from "../../sessions/index.ts";
import { pushFeature } from "../index.ts";
import type { PushDevice } from "../push.schema.ts";
import { browser } from "./receiver.ts";

/** Settings of a deployment with push. */
export const PUSH = {
  PUSH_PUBLIC_KEY: "BAfxwdsx1UHRX9uZQm34KvmayNTvEuVNPiabI_W3lauFzKE2NxBTgeRwyLjjIBztciYHnIXxsHAm17XeCxj7z3c",
  PUSH_PRIVATE_KEY: "7G6oikNwi6mfisPz0GeXtaXF0i9RbrN5Lk_JrJRA8fU",
  MAIL_FROM: "Command Centre <no-reply@command.example>",
};

/** The host of a push service; no test calls it over the network. */
const HOST = "push.command.example";

export const newBrowser = (path = `${nextNumber()}`) => browser(`https://${HOST}/send/${path}`);

/** Sends a request to a deployment with push. */
export async function ask<Body>(caller: Caller, method: string, path: string, body?: unknown) {
  const { text, ...answer } = await caller.call(method, path, { body, settings: PUSH });
  return { ...answer, body: JSON.parse(text || "null") as Body };
}

export const add = (caller: Caller, body: unknown) =>
  ask<PushDevice & Problem>(caller, "POST", "/api/push/subscriptions", body);

/** Turns push on for a caller's session in a new browser. */
export async function turnOn(caller: Caller) {
  const device = newBrowser();
  const { status, body } = await add(caller, device.subscription);
  if (status !== 201) throw new Error(`push is not on: ${status}`);
  return { id: body.id, ...device };
}

export type Asked = { url: string; headers: Headers; body: Uint8Array; redirect: string | undefined };

/**
 * Replaces push services until the test's end.
 * @param answer the response to a request; 201 by default
 * @returns their requests
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

const context = () => {
  const { db } = openDb(raw.DB, "first-primary");
  return { db, env: readEnv({ ...raw, ...PUSH }), now: new Date(), language: "en" as const };
};
const DELIVERY = deliveryOf([pushFeature, { notices: memberNotices }]);

/** Writes a notice to a user, and leaves it in the outbox. */
export async function notice({ userId }: Caller) {
  const details = { by: "Otto", role: "Officer" };
  await write(context().db, memberNotices.write(context(), userId, "member.role", details));
}

/** Delivers due messages of the outbox. */
export const deliver = () => deliverDue(context(), 1, DELIVERY);
export const waiting = () =>
  rows<{ attempts: number; unknown: number }>("select attempts, unknown from outbox");
export const countDevices = () => value<number>("select count(*) from push_subscriptions");

/** Stores a device of a caller's session, whether the deployment has push or not; returns its id. */
export async function addDevice({ userId, token }: Caller): Promise<number> {
  const id = sessionIdOf(token ?? "");
  await raw.DB.prepare(
    `insert or replace into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
     values (?, ?, ?, 'key', 'v1:x', ?)`,
  )
    .bind(id, userId, newBrowser().subscription.endpoint, at())
    .run();
  return Number(id);
}
