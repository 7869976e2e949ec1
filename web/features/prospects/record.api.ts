import { useMemo, useState } from "react";
import useSWR, { mutate } from "swr";
import type { AssignableMember } from "../../../worker/features/members/members.schema.ts";
import type {
  DiscordActivity,
  Prospect,
  ProspectHistoryEntry,
  ProspectListQuery,
  TeamOverview,
  TimeInput,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { ApiError, listKey, request, requestList, withQuery } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import type { Patch } from "./record/conflict.ts";
import { type LoadedList, patchList } from "./record/list-patch.ts";
import { STAGE_OF } from "./stages.ts";
import { MOVE_KINDS, MOVES } from "./steps/moves.ts";

/** How often things are asked for while the server cannot tell of changes, in milliseconds. */
const POLL = 30_000;
const ACTIVITY_POLL = 3_000;
/** What is opened again is shown at once and asked for again. */
const FRESH = { revalidateIfStale: true };

type ListQuery = Partial<Record<keyof ProspectListQuery, string | number | null | undefined>>;

/** Path of a prospect list, and the key it is cached under: edits find and patch it by this. */
export const prospectListKey = (organizationId: number, query: ListQuery, limit?: number) =>
  limit === undefined
    ? withQuery(`/api/prospects/${organizationId}`, query)
    : listKey(`/api/prospects/${organizationId}`, query, limit);
export const countsKey = (organizationId: number, mine: boolean) =>
  withQuery(`/api/prospects/${organizationId}/counts`, { assignedTo: mine ? "me" : null });
export const assignableKey = (organizationId: number) => `/api/members/${organizationId}/assignable`;
export const teamKey = (organizationId: number) => `/api/prospects/${organizationId}/team`;
const recordKey = (id: number) => `/api/prospects/${id}/record`;
const historyKey = (id: number) => `/api/prospects/${id}/history`;

const isListKey = (key: unknown): key is string =>
  typeof key === "string" && /^\/api\/prospects\/\d+([?#]|$)/.test(key);
const isTotalsKey = (key: unknown) =>
  typeof key === "string" &&
  (/^\/api\/prospects\/\d+\/(counts|team)/.test(key) ||
    /^\/api\/(dashboard\/stats|activities|user\/stats)/.test(key));

/** One prospect, kept fresh. */
export const useProspect = (id: number) =>
  useSWR<Prospect>(recordKey(id), { ...FRESH, ...usePolling(["prospects", "members", "discord"], POLL) });

/** Takes a prospect that a list has loaded, so that its dialog opens with it. */
export const primeProspect = (prospect: Prospect) =>
  mutate<Prospect>(
    recordKey(prospect.id),
    (known) => (known && known.version > prospect.version ? known : prospect),
    {
      revalidate: false,
    },
  );

/** History entries that are loaded at first, and with each further wish. */
const HISTORY_STEP = 100;

/** A prospect's history, newest first, older entries with each call of `loadMore`. */
export function useHistory(id: number) {
  const [limit, setLimit] = useState(HISTORY_STEP);
  const key = listKey(historyKey(id), {}, limit);
  const { data, error, isValidating, mutate } = useSWR(
    key,
    () => requestList<ProspectHistoryEntry>(key, limit),
    { ...FRESH, ...usePolling(["activity", "prospects"], POLL), keepPreviousData: true },
  );
  return {
    history: data,
    error: data ? undefined : error,
    isLoadingMore: isValidating && data?.more === true && data.items.length < limit,
    loadMore: () => setLimit((shown) => shown + HISTORY_STEP),
    retry: () => void mutate(),
  };
}

const refreshHistory = (id: number) =>
  void mutate((key) => typeof key === "string" && key.startsWith(historyKey(id)));

/** The ten newest things Discord reported about a prospect, followed closely while they are shown. */
export const useActivities = (id: number) =>
  useSWR<DiscordActivity[]>(`/api/prospects/${id}/discord-activities`, {
    ...FRESH,
    ...usePolling(["discord", "prospects"], ACTIVITY_POLL),
  });

/** The people that prospects can be given to. */
export function useAssignable() {
  const { user } = useUser();
  return useSWR<AssignableMember[]>(
    user ? assignableKey(user.organizationId) : null,
    usePolling(["members"], 0),
  );
}

/** Work per assignee; nothing is asked without the permission to see it. */
export function useTeam() {
  const { user } = useUser();
  const allowed = useCan("crm.team_overview");
  return useSWR<TeamOverview>(
    user && allowed ? teamKey(user.organizationId) : null,
    usePolling(["prospects", "members"], POLL),
  );
}

export type Person = { id: number; displayName: string; avatarUrl: string | null };

/** Who is behind an assignee's id: those who can be assigned, the reader, and whoever still holds work. */
export function useAssignees(): { get: (id: number | null) => Person | undefined } {
  const { user } = useUser();
  const { data: assignable } = useAssignable();
  const { data: team } = useTeam();
  return useMemo(() => {
    const people = new Map<number, Person>();
    for (const { memberId: id, displayName, avatarUrl } of team?.assignees ?? []) {
      people.set(id, { id, displayName, avatarUrl });
    }
    for (const person of assignable ?? []) people.set(person.id, person);
    if (user?.member) people.set(user.member.id, { ...user, id: user.member.id });
    return { get: (id) => (id === null ? undefined : people.get(id)) };
  }, [assignable, team, user]);
}

/** Keys of every prospect list that is cached, whichever filters it has. */
function cachedLists(): string[] {
  const keys: string[] = [];
  void mutate((key) => {
    if (isListKey(key)) keys.push(key);
    return false;
  });
  return keys;
}

/** Puts a prospect as it is now into everything that is cached of it. */
export async function showProspect(prospect: Prospect, me: number | null): Promise<void> {
  const context = { now: Date.now(), me };
  const patch = (key: string) => (cached: LoadedList | Prospect[] | undefined) => {
    if (!cached) return cached;
    const query = new URLSearchParams(key.split(/[?#]/)[1] ?? "");
    if (!Array.isArray(cached)) return { ...cached, ...patchList(cached, prospect, query, context) };
    return patchList({ items: cached, more: false }, prospect, query, context).items;
  };
  await Promise.all([
    mutate(recordKey(prospect.id), prospect, { revalidate: false }),
    ...cachedLists().map((key) => mutate<LoadedList | Prospect[]>(key, patch(key), { revalidate: false })),
  ]);
}

/** Whether a list is of a search, of which only the server knows who belongs to it. */
const isSearch = (key: string) => new URLSearchParams(key.split(/[?#]/)[1] ?? "").has("q");

/** Fetches again what counts prospects and what was searched for, and with `lists` every other list too. */
export function refreshProspects({ lists }: { lists: boolean }): void {
  void mutate((key) => isTotalsKey(key) || (isListKey(key) && (lists || isSearch(key))));
}

/** One change to one prospect, as the call for it takes it. */
export type Edit = {
  call: "assign" | "status" | "notes" | "deadline";
  body: Record<string, unknown>;
  /** What the record will look like, shown until the answer is there. */
  patch: Patch;
};

/** A prospect as an edit will leave it; what can be done with it then is a guess until the answer. */
function expected(base: Prospect, patch: Patch): Prospect {
  const status = patch.status ?? base.status;
  const moved = status !== base.status;
  const next = MOVE_KINDS.map((kind) => MOVES[kind]).filter(({ from }) =>
    (from as readonly string[]).includes(status),
  );
  return {
    ...base,
    ...patch,
    stage: STAGE_OF[status],
    ...(moved ? { stageChangedAt: new Date().toISOString() } : {}),
    can: moved && base.can.moveTo.length > 0 ? { ...base.can, moveTo: next.map(({ to }) => to) } : base.can,
  };
}

/** Where our own edits took a version, so that two quick ones in a row are no conflict with oneself. */
const ownSteps = new Map<string, number>();
const queues = new Map<number, Promise<unknown>>();

function versionNow(id: number, version: number): number {
  let at = version;
  for (let next = ownSteps.get(`${id}:${at}`); next !== undefined; next = ownSteps.get(`${id}:${at}`))
    at = next;
  return at;
}

/**
 * Changes a prospect: shown at once, taken back when it fails. Edits of one prospect go one after the other.
 * @param base the record that the edit was made from; its version decides whether it still holds
 * @throws ApiError; `stale_version` carries the record as it is now in `current`
 */
export function sendEdit(base: Prospect, edit: Edit, me: number | null): Promise<Prospect> {
  const before = queues.get(base.id) ?? Promise.resolve();
  const result = before.catch(() => undefined).then(() => editNow(base, edit, me));
  queues.set(base.id, result);
  return result;
}

async function editNow(base: Prospect, { call, body, patch }: Edit, me: number | null): Promise<Prospect> {
  const version = versionNow(base.id, base.version);
  await showProspect(expected(base, patch), me);
  try {
    const saved = await request<Prospect>(`/api/prospects/${base.id}/${call}`, {
      method: "PATCH",
      body: { ...body, version },
    });
    if (saved.version === version + 1) ownSteps.set(`${base.id}:${version}`, saved.version);
    await showProspect(saved, me);
    refreshHistory(base.id);
    refreshProspects({ lists: false });
    return saved;
  } catch (error) {
    await showProspect(staleRecord(error) ?? base, me);
    refreshProspects({ lists: false });
    throw error;
  }
}

/** The record as it is now, out of a refused edit that was based on an older one; else null. */
export function staleRecord(error: unknown): Prospect | null {
  const isStale = error instanceof ApiError && error.code === "stale_version" && error.current;
  return isStale ? (error.current as Prospect) : null;
}

/** Logs minutes spent on a prospect. @throws ApiError */
export async function logTime(id: number, input: TimeInput): Promise<void> {
  await request(`/api/prospects/${id}/time`, { method: "POST", body: input });
  refreshHistory(id);
}
