import { sql } from "drizzle-orm";
import type { AnnouncementText } from "../../lib/announcements.ts";
import { changedDetails } from "../../lib/audit.ts";
import { assertRecent, type ById, type MemberContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import { Changed, guard } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { closeSecret, newSecret } from "./secret.ts";
import { isAllowed } from "./send.ts";
import { selectWebhooks, toWebhook, webhookRecord } from "./webhooks.rows.ts";
import {
  type AddWebhookInput,
  type ChangeWebhookInput,
  MOST_WEBHOOKS,
  OLD_SECRET_HOURS,
  type Webhook,
  type WebhookList,
  type WebhookWithSecret,
} from "./webhooks.schema.ts";
import { webhooks } from "./webhooks.table.ts";
import { webhookErrors, webhookSentences } from "./webhooks.texts.ts";

/** The kinds of announcements of all features. */
export type Kinds = Readonly<Record<string, AnnouncementText>>;

export const kindsOf = (features: readonly Feature[]): Kinds =>
  Object.fromEntries(
    features
      .flatMap(({ announcements }) => Object.entries(announcements?.texts ?? {}))
      .filter(([, { isThread }]) => !isThread),
  );

/** Lists all webhooks, at most ten, and the available kinds of messages. */
export async function listWebhooks(context: MemberContext, kinds: Kinds): Promise<WebhookList> {
  const rows = await selectWebhooks(context).orderBy(webhooks.id);
  return {
    items: rows.map(toWebhook),
    kinds: Object.entries(kinds).map(([kind, { isPersonal = false, ...words }]) => ({
      kind,
      isPersonal,
      title: words[context.language].title,
    })),
  };
}

/** The stored form of an address. @throws AppError invalid_input for an address that messages may not be sent to */
function addressOf({ env, language }: MemberContext, url: string): string {
  if (!isAllowed(env, url)) throw invalidField("url", language, webhookSentences.webhook_address);
  return new URL(url).href;
}

/** The kinds, each once. @param old the chosen kinds, which may not exist any more */
function chosenOf({ language }: MemberContext, all: Kinds, kinds: string[], old: string[] = []): string[] {
  if (!kinds.every((each) => Object.hasOwn(all, each) || old.includes(each)))
    throw invalidField("kinds", language, webhookSentences.webhook_kind);
  return [...new Set(kinds)];
}

/** A webhook's values for the audit log. */
const toldOf = ({ name, url, kinds, state }: Pick<Webhook, "name" | "url" | "kinds" | "state">) => ({
  ...{ name, host: new URL(url).host, kinds: kinds.join(", ") || null, state },
});

/**
 * Adds a webhook and returns its secret, once: a repeated request adds another, since the secret cannot be returned again.
 * @throws AppError invalid_input, webhooks_most
 */
export async function addWebhook(
  context: MemberContext,
  input: AddWebhookInput,
  all: Kinds,
): Promise<WebhookWithSecret> {
  const { db, env, actor, now } = context;
  const { name } = input;
  const at = now.toISOString();
  const secret = newSecret();
  const described = { name, url: addressOf(context, input.url), kinds: chosenOf(context, all, input.kinds) };
  const isRoom = sql`(select count(*) from ${webhooks} where organization_id = ${actor.organizationId}) < ${MOST_WEBHOOKS}`;
  const added = await webhookRecord.create({ ...context, idempotencyKey: undefined }, async () => {
    // The encrypted secret is bound to the id, which another request may take meanwhile: then this one tries again.
    const { id } = await db.get<{ id: number }>(
      sql`select coalesce((select seq from sqlite_sequence where name = 'webhooks'), 0) + 1 as id`,
    );
    const { host, kinds } = toldOf({ ...described, state: "active" });
    return {
      values: {
        ...{ ...described, id, organizationId: actor.organizationId, createdBy: actor.userId },
        ...(await closeSecret(env, id, secret)),
        ...{ stateAt: at, createdAt: at, updatedAt: at },
      },
      name,
      checkBefore: [guard(isRoom, webhookErrors.webhooks_most())],
      audit: [{ action: "webhook.added", details: { host, kinds } }],
      taken: { "webhooks.id": new Changed(errors.stale_version({ name })) },
    };
  });
  return { ...added, secret };
}

/**
 * Changes a webhook, or pauses or resumes it. Adding a kind whose messages name non-members requires a recent proof, since
 * these names then leave.
 * @throws AppError not_found, stale_version, invalid_input, reauthentication_required
 */
export const changeWebhook = (
  context: MemberContext,
  { id, version, ...input }: ById<ChangeWebhookInput>,
  all: Kinds,
): Promise<Webhook> =>
  webhookRecord.edit(context, id, version, (row) => {
    const added = input.kinds?.filter((kind) => !row.kinds.includes(kind)) ?? [];
    if (added.some((kind) => all[kind]?.isPersonal)) assertRecent(context.actor, context.now);
    const set = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.url === undefined ? {} : { url: addressOf(context, input.url) }),
      ...(input.kinds === undefined ? {} : { kinds: chosenOf(context, all, input.kinds, row.kinds) }),
      ...(input.state === undefined || input.state === row.state
        ? {}
        : { state: input.state, stateAt: context.now.toISOString(), reason: null }),
    };
    const after = { ...row, ...set };
    const details = changedDetails(toldOf(row), toldOf(after), ["name", "host", "kinds", "state"]);
    if (!details && after.url === row.url) return null;
    return { set, audit: [{ action: "webhook.changed", entity: { id, name: after.name }, details }] };
  });

/** Replaces the secret of a webhook; the old one also signs for a day. @throws AppError not_found */
export async function replaceSecret(context: MemberContext, { id }: ById): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const closed = await closeSecret(context.env, id, secret);
  const oldUntil = hoursFrom(context.now, OLD_SECRET_HOURS);
  const changed = await webhookRecord.edit(context, id, undefined, () => ({
    set: { ...closed, oldSecret: sql`${webhooks.secret}`, oldUntil },
    audit: [{ action: "webhook.secret" }],
  }));
  return { ...changed, secret };
}

/** Deletes a webhook with its deliveries. @throws AppError not_found */
export const deleteWebhook = (context: MemberContext, { id }: ById): Promise<void> =>
  webhookRecord.remove(context, id, () => ({ audit: [{ action: "webhook.deleted" }] }));
