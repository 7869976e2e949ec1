import { sql } from "drizzle-orm";
import type { SessionContext, SystemContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { write } from "../../lib/guard.ts";
import { logFault } from "../../lib/log.ts";
import { type Deliver, NotDelivered } from "../../lib/outgoing/channels.ts";
import { isPushConfigured } from "../../lib/outgoing/push.ts";
import { type Device, devicesOf } from "./devices.ts";
import { noticeMessage, pushMessage } from "./message.ts";
import type { TestResult } from "./push.schema.ts";
import { pushSubscriptions } from "./push.table.ts";
import { pushErrors } from "./push.texts.ts";
import { type PushMessage, sendPush } from "./push-service.ts";

/** Hours between two updates of a device's last success: each is a written row. */
const NOTED_HOURS = 24;
/** Most messages that a device stores: fewer ever wait for another device of its user. */
const REMEMBERED = 20;
const TEST = {
  en: "Push messages reach this device.",
  da: "Pushbeskeder når frem til denne enhed.",
};

type Failure = { endpoint: string; error: unknown };

/** Sends a message to devices independently, and stores the results. */
async function sendToAll(context: SystemContext, devices: readonly Device[], message: PushMessage) {
  const { db, env, now } = context;
  const [sent, gone, refused]: [Device[], Device[], Device[]] = [[], [], []];
  const failures: Failure[] = [];
  const sending = devices.map(async (device) => {
    try {
      ({ sent, gone, refused })[await sendPush(env, device, message)].push(device);
    } catch (error) {
      failures.push({ endpoint: device.endpoint, error });
    }
  });
  await Promise.all(sending);
  const endpoints = (devices: readonly Device[]) => jsonList(devices.map(({ endpoint }) => endpoint));
  // While another device is retried, this one must not get the message twice.
  const isWaiting = failures.length > 0;
  const isDue = ({ lastOkAt }: Device) => (lastOkAt ?? "") < hoursFrom(now, -NOTED_HOURS);
  const noted = sent.filter((device) => isWaiting || isDue(device));
  const remembered = sql`substr(${message.topic} || ' ' || got, 1, ${REMEMBERED * (message.topic.length + 1)})`;
  await write(db, [
    ...(gone.length > 0
      ? [db.run(sql`delete from ${pushSubscriptions} where endpoint in ${endpoints(gone)}`)]
      : []),
    ...(noted.length > 0
      ? [
          db.run(sql`update ${pushSubscriptions} set last_ok_at = ${now.toISOString()}
            ${isWaiting ? sql`, got = ${remembered}` : sql``} where endpoint in ${endpoints(noted)}`),
        ]
      : []),
  ]);
  return { sent, gone, refused, failures };
}

/** The outbox's error when some devices failed: the one that leaves the most open. */
function worstOf(failures: readonly Failure[]): unknown {
  const ranked = failures.map(({ error }) => ({
    error,
    rank: !(error instanceof NotDelivered) ? 2 : error.retryAfter === null ? 1 : 0,
  }));
  return ranked.toSorted((a, b) => b.rank - a.rank)[0]?.error;
}

/** Sends a notice, or a summary of several, to each device of a user once. */
export const deliverPush: Deliver = async (context, outgoing) => {
  const message = noticeMessage(context.env.APP_URL, outgoing);
  const all = await devicesOf(context, outgoing.userId);
  const devices = all.filter(({ got }) => !got.includes(message.topic));
  if (devices.length === 0) return;
  const { sent, failures } = await sendToAll(context, devices, message);
  if (failures.length > 0) throw worstOf(failures);
  if (sent.length === 0 && devices.length === all.length)
    throw new NotDelivered("no device takes it", { isGone: true });
};

/**
 * Sends a test message to the caller's devices.
 * @throws AppError push_not_configured, push_without_device
 */
export async function testPush(context: SessionContext): Promise<TestResult> {
  const { env, actor, language } = context;
  if (!isPushConfigured(env)) throw pushErrors.push_not_configured();
  const devices = await devicesOf(context, actor.userId);
  if (devices.length === 0) throw pushErrors.push_without_device();
  const shown = { body: TEST[language], path: "/account/notifications", key: crypto.randomUUID() };
  const message = pushMessage(env.APP_URL, { ...shown, language, urgency: "high" });
  const { sent, failures } = await sendToAll(context, devices, message);
  for (const { error } of failures) logFault("deliver", error, { name: "push" });
  return { sent: sent.length, failed: devices.length - sent.length };
}
