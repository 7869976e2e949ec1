import { useEffect, useState } from "react";
import useSWR from "swr";
import type {
  Duplicate,
  DuplicatesQuery,
  Prospect,
  Removal,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { request, withQuery } from "../../../lib/api.ts";
import { UNDO_SHOWN } from "../../../lib/held.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { deleting } from "../../../lib/live.ts";
import { useOfOrganization } from "../../../lib/organization.ts";
import { toast } from "../../../lib/toast.ts";
import { prospects } from "../prospects.api.ts";

/** Milliseconds without typing after which duplicates are looked for. */
const TYPING = 300;

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

/** Prospects who may be the person with these facts; the earlier answer while another one is fetched. */
export function useDuplicates(typed: DuplicatesQuery, allowed = true): readonly Duplicate[] {
  const query = useSettled(withQuery("", { ...typed }), TYPING);
  const pathOf = (id: number) => `/api/prospects/${id}/duplicates${query}`;
  const options = { poll: 0, allowed: allowed && query !== "" };
  const { data } = useOfOrganization<Duplicate[]>(pathOf, ["prospects"], options);
  const [known, setKnown] = useState<readonly Duplicate[]>([]);
  if (data && data !== known) setKnown(data);
  return query === "" ? [] : (data ?? known);
}

/** Why a prospect is no longer in the pipeline; fetched once it was not found. */
export const useRemoval = (id: number, isMissing: boolean) =>
  useSWR<Removal>(isMissing ? `/api/prospects/${id}/removal` : null, { shouldRetryOnError: false });

/** Brings back a removed prospect, or undoes a merge. @throws ApiError */
export async function restore(id: number): Promise<Prospect> {
  const back = await request<Prospect>(`/api/prospects/${id}/restore`, { method: "POST" });
  await prospects.show(back);
  prospects.refresh();
  return back;
}

/**
 * Merges another prospect into one, with a toast that undoes it. Without a version, so that it applies to any present state.
 * @throws ApiError
 */
export async function merge(
  kept: { id: number },
  other: { id: number; displayName: string },
): Promise<Prospect> {
  const body = { otherId: other.id };
  const saved = await deleting(`/api/prospects/${other.id}`, () =>
    request<Prospect>(`/api/prospects/${kept.id}/merge`, { method: "POST", body }),
  );
  await prospects.show(saved);
  prospects.refresh();
  const { displayName: name } = saved;
  toast({
    title: translate("prospect.merge.done"),
    description: translate("prospect.merge.done_text", { name, other: other.displayName }),
    duration: UNDO_SHOWN,
    action: {
      label: translate("action.undo"),
      run: () =>
        void act(() => restore(other.id), {
          done: { title: translate("prospect.merge.undone") },
          failed: translate("prospect.undo_failed"),
        }),
    },
  });
  return saved;
}

/** Deletes a prospect, with a toast that brings it back. @throws ApiError */
export async function remove(prospect: Prospect, reason: string): Promise<void> {
  const { id, displayName: name } = prospect;
  await prospects.remove(prospect, { reason });
  toast({
    title: translate("prospect.remove.done"),
    description: name,
    duration: UNDO_SHOWN,
    action: {
      label: translate("action.undo"),
      run: () =>
        void act(() => restore(id), {
          done: { title: translate("prospect.removed.restored", { name }) },
          failed: translate("prospect.failed"),
        }),
    },
  });
}
