import { FEATURES } from "../../../features.ts";
import { actorWithoutSession } from "../../../lib/actor.ts";
import { announceTo, defineAnnouncements } from "../../../lib/announcements.ts";
import type { AuditDetails } from "../../../lib/audit.table.ts";
import type { Context } from "../../../lib/context.ts";
import { openDb } from "../../../lib/db/client.ts";
import { readEnv } from "../../../lib/env.ts";
import { write } from "../../../lib/guard.ts";
import { at, insert, raw, rows, settings, value } from "../../../testing/database.ts";
import { askedOfGateway, gateway } from "../../bots/testing/bots.factory.ts";
import { deliverDue, deliveryOf } from "../../notices/deliver.ts";
import { closeSecret } from "../secret.ts";

/** The address of a receiver on the tests' own machine, which the scripted server beside the tests answers for. */
export const HOOK = `${settings().BOT_GATEWAY_URL}/hook`;
export const SECRET = `whsec_${btoa("planted-canary-of-a-webhook-secret")}`;

/** A webhook of organization 1 for one kind; returns its id. */
export async function makeWebhook(values: Record<string, unknown> = {}): Promise<number> {
  const id =
    ((await value<number | null>("select seq from sqlite_sequence where name = 'webhooks'")) ?? 0) + 1;
  const { secret, secretEnding } = await closeSecret(readEnv(raw), id, SECRET);
  return insert("webhooks", {
    ...{ id, organization_id: 1, name: "Wiki", url: HOOK, kinds: JSON.stringify(["contract.posted"]) },
    ...{ secret, secret_ending: secretEnding, state_at: at(), created_at: at(), updated_at: at() },
    ...values,
  });
}

/** Deletes webhooks of these functions and of routes' cases: an organization has ten at most. */
export const makeRoom = () =>
  raw.DB.prepare("delete from webhooks where name in ('Wiki', 'Ops screen')").run();

/** A delivery of a webhook; returns its key. */
export async function makeDelivery(webhookId: number, values: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID().replaceAll("-", "");
  const number = await value<number>(
    "select coalesce(max(number), 0) + 1 from webhook_deliveries where webhook_id = ?",
    webhookId,
  );
  const tries = [{ at: at(), status: 200, ms: 12, error: null }];
  const row = {
    ...{ organization_id: 1, id, webhook_id: webhookId, number, kind: "contract.posted", body: "{}" },
    ...{ state: "done", tries: JSON.stringify(tries), answer: "ok", created_at: at() },
    ...values,
  };
  const names = Object.keys(row);
  await raw.DB.prepare(`insert into webhook_deliveries (${names}) values (${names.map(() => "?")})`)
    .bind(...Object.values(row))
    .run();
  return id;
}

/** A context of the server at the present time. */
export const systemContext = (changed: Record<string, unknown> = {}) => ({
  db: openDb(raw.DB, "first-primary").db,
  env: readEnv({ ...raw, ...changed } as typeof raw),
  now: new Date(),
  language: "en" as const,
});

/** Announces to organization 1, as a verb does. */
export async function announced(kind: string, id: number, details: AuditDetails = {}): Promise<void> {
  const context: Context = { ...systemContext(), actor: actorWithoutSession("job", 1, "Tests") };
  await write(context.db, announceTo(context, { kind, id, details }));
}

/** Requests to the receiver since the gateway was reset. */
export const received = async () => (await askedOfGateway()).filter(({ path }) => path === "POST /hook");

/** Sets the receiver's answer, once by default. */
export const hookAnswers = (values: object = { mode: "body", status: 200, body: "thanks", times: 100 }) =>
  gateway("script", { path: "POST /hook", ...values });

const words = { title: "Contract posted", text: "{title} was posted." };
const announcements = defineAnnouncements({
  "contract.posted": { en: words, da: words, opens: { page: "/contracts?contract={id}" } },
});
export const DELIVERY = deliveryOf([...FEATURES, { announcements }]);

/** Delivers all messages in the outbox, due or not. */
export async function deliver(changed: Record<string, unknown> = {}) {
  await raw.DB.prepare("update outbox set next_try_at = '2026-01-01'").run();
  const { sent, failed } = await deliverDue(systemContext(changed), 1, DELIVERY);
  return { sent, failed };
}

/** The messages to webhooks in the outbox. */
export const waiting = () =>
  rows<{ id: string; next_try_at: string }>("select id, next_try_at from outbox where channel = 'webhook'");
