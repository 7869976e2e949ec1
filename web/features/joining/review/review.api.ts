import { useState } from "react";
import useSWR, { mutate } from "swr";
import type {
  AnswerInput,
  AnswerTemplate,
  ProspectApplication,
} from "../../../../worker/features/joining/joining.schema.ts";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { ApiError, request } from "../../../lib/api.ts";
import { POLL } from "../../../lib/list.ts";
import { topicsChanged, usePolling } from "../../../lib/live.ts";
import { useOfOrganization } from "../../../lib/organization.ts";

const pathOf = (prospectId: number) => `/api/prospects/${prospectId}/application`;

/** The newest application of a prospect; nothing is asked about one without an account, who cannot have applied. */
export const useApplication = ({ id, userId }: Pick<Prospect, "id" | "userId">) =>
  useSWR<ProspectApplication>(
    userId === null ? null : pathOf(id),
    usePolling(["admissions", "prospects", "members"], POLL),
  );

/** Writes to applicants. `note` says that another officer was first: the message is then not sent, and stays to be sent or not. */
export function useAnswering(prospectId: number) {
  const [note, setNote] = useState<string | null>(null);
  const send = async (admissionId: number, body: AnswerInput, key: string): Promise<boolean> => {
    setNote(null);
    try {
      await request(`/api/admissions/${admissionId}/messages`, { method: "POST", body, key });
      return true;
    } catch (error) {
      const isSecond =
        error instanceof ApiError && ["already_answered", "application_ended"].includes(error.code);
      if (!isSecond) throw error;
      setNote(error.message);
      return false;
    } finally {
      await mutate(pathOf(prospectId));
      topicsChanged(["admissions", "activity"]);
    }
  };
  return { note, send };
}

export const templatesPath = (organizationId: number) => `/api/answer-templates/${organizationId}`;

/** The answers that officers send to many applicants. */
export const useTemplates = () => useOfOrganization<AnswerTemplate[]>(templatesPath, ["settings"]);
