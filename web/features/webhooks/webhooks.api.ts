import useSWR from "swr";
import type {
  Delivery,
  Webhook,
  WebhookFigures,
  WebhookList,
  WebhookWithSecret,
} from "../../../worker/features/webhooks/webhooks.schema.ts";
import { oneOf, id as recordId } from "../../lib/address.ts";
import { request } from "../../lib/api.ts";
import { filters } from "../../lib/filters.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { resource } from "../../lib/resource.ts";

const PATH = "/api/webhooks";
const TOPICS = ["webhooks", "webhook_deliveries"];

export const webhooks = resource<Webhook>({ path: PATH, listPath: () => PATH, topics: TOPICS });

export const useWebhooks = () => useSWR<WebhookList>(webhooks.pathOf(0), usePolling(TOPICS, POLL));
export const useFigures = (id: number | undefined) =>
  useSWR<WebhookFigures>(id === undefined ? null : `${PATH}/${id}/figures`, usePolling(TOPICS, POLL));

/** The webhook that is open, and which of its deliveries are shown. */
export const webhookFilters = filters({ state: oneOf(["waiting", "failed"]) }, { webhook: recordId });

export const useDeliveries = (id: number, query: Parameters<typeof usePagedList>[1]) =>
  usePagedList<Delivery>(`${PATH}/${id}/deliveries`, query, TOPICS, 25);

/** Keeps the secret out of the cache. */
async function withSecret(asked: Promise<WebhookWithSecret>) {
  const { secret, ...webhook } = await asked;
  webhooks.refresh();
  return { webhook, secret };
}
/** Adds a webhook. @throws ApiError */
export const addWebhook = (body: object) =>
  withSecret(request<WebhookWithSecret>(PATH, { method: "POST", body }));
/** Replaces the secret of a webhook. @throws ApiError */
export const replaceSecret = ({ id }: Webhook) =>
  withSecret(request<WebhookWithSecret>(`${PATH}/${id}/secret`, { method: "POST" }));
/** Sends a test. @throws ApiError */
export const sendTest = ({ id }: Webhook) => request(`${PATH}/${id}/test`, { method: "POST" });

/** Sends a message again, or now where it waits. @throws ApiError */
export async function replay({ id }: Delivery): Promise<void> {
  await request(`/api/webhook-deliveries/${encodeURIComponent(id)}/replay`, { method: "POST" });
  webhooks.refresh();
}

export type { Delivery, Webhook, WebhookList };
