import useSWR, { mutate } from "swr";
import type { Admission, OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import type { LiveTopic } from "../../../worker/lib/live/live.schema.ts";
import { request } from "../../lib/api.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";

const OWN = "/api/admissions/own";
/** Applicants hear of notices alone, which are told of each answer, decision and officer. */
const TOPICS: LiveTopic[] = ["admissions", "notices", "prospects", "settings", "forms"];

/** The user's own application, with all that its page shows. */
export const useOwn = (isAsked: boolean) =>
  useSWR<OwnAdmission>(isAsked ? OWN : null, usePolling(TOPICS, POLL));

/** The user's notices, as the panel below the bell has them. */
export const useNotices = () => useSWR<Notice[]>("/api/user/notices", usePolling(["notices"], POLL));

/** Fetches the user's application again. */
export const refresh = () => mutate(OWN);

/** Shows an application as it was answered, until all of it is fetched. */
const show = (admission: Admission) =>
  mutate<OwnAdmission>(OWN, (own) => own && { ...own, admission }, { revalidate: false });

/** Calls the API, then fetches the application again, also after a refusal, because it may be outdated. */
async function call<Answer>(...[path, options]: Parameters<typeof request>): Promise<Answer> {
  try {
    return await request<Answer>(OWN + path, options);
  } finally {
    await refresh();
    topicsChanged(TOPICS);
  }
}

/** The actions on the user's own application. @throws ApiError */
export const application = {
  /** Stores what was typed; `version` 0 begins a draft. */
  async save(body: object): Promise<Admission> {
    const saved = await request<Admission>(`${OWN}/draft`, { method: "PUT", body });
    await show(saved);
    return saved;
  },
  /** Begins another one after one that has ended, with the answers that are left of that. */
  again: ({ admission, form }: OwnAdmission) =>
    call("/draft", {
      method: "PUT",
      body: { answers: admission?.answers ?? {}, formNumber: form?.newNumber ?? form?.number, version: 0 },
    }),
  send: (body: object) => request<Admission>(`${OWN}/send`, { method: "POST", body }),
  correct: (body: object) => call<Admission>("/answers", { method: "PATCH", body }),
  withdraw: (version: number) => call("/withdrawal", { method: "POST", body: { version } }),
  write: (text: string, key: string) => call("/messages", { method: "POST", body: { text }, key }),
};
