import useSWR, { mutate } from "swr";
import type {
  AnswerTemplate,
  Door,
  DoorBlock,
  DoorBlockInput,
} from "../../../../worker/features/joining/joining.schema.ts";
import { request } from "../../../lib/api.ts";
import { topicsChanged } from "../../../lib/live.ts";
import { useOfOrganization } from "../../../lib/organization.ts";
import { staleRecord } from "../../../lib/records.ts";
import { resource } from "../../../lib/resource.ts";
import { useUser } from "../../../lib/session.tsx";

const doorPath = (organizationId: number) => `/api/door/${organizationId}`;
const blocksPath = (organizationId: number) => `/api/door-blocks/${organizationId}`;

/** What the organization says of its door. */
export const useDoor = () => useOfOrganization<Door>(doorPath, ["settings"]);

/** Saves what the organization says of its door. Refused as stale, the newer record is what the next attempt is based on. */
export function useSaveDoor() {
  const path = doorPath(useUser().user?.organizationId ?? 0);
  return async (body: object): Promise<Door> => {
    try {
      const saved = await request<Door>(path, { method: "PUT", body });
      await mutate(path, saved, { revalidate: false });
      return saved;
    } catch (error) {
      const current = staleRecord<Door>(error);
      if (current) await mutate(path, current, { revalidate: false });
      throw error;
    } finally {
      topicsChanged(["activity"]);
    }
  };
}

/** Whom administrators keep from applying, and how to change that. */
export function useBlocks() {
  const path = blocksPath(useUser().user?.organizationId ?? 0);
  const answer = useSWR<DoorBlock[]>(path);
  const change = async (body: DoorBlockInput) => {
    const list = await request<DoorBlock[]>(path, { method: "PUT", body });
    await mutate(path, list, { revalidate: false });
    topicsChanged(["activity"]);
  };
  return { answer, change };
}

const TEMPLATES = "/api/answer-templates";
export const templates = resource<AnswerTemplate>({ path: TEMPLATES, topics: ["settings"] });

/** Adds an answer to send, once for each key. @throws ApiError */
export async function addTemplate(organizationId: number, body: object, key: string): Promise<void> {
  await request(`${TEMPLATES}/${organizationId}`, { method: "POST", body, key });
  templates.refresh();
}

/** Removes an answer to send. @throws ApiError */
export async function removeTemplate({ id }: AnswerTemplate): Promise<void> {
  await request(`${TEMPLATES}/${id}`, { method: "DELETE" });
  templates.refresh();
}
