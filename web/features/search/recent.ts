import { useEffect, useState } from "react";
import type { SearchHit } from "../../../worker/lib/search/search.schema.ts";
import { request } from "../../lib/api.ts";
import { privateStorage } from "../../lib/private-storage.ts";
import { attempt } from "../../lib/storage.ts";

/** What a user opened last with the palette. */
const MOST = 5;

/** The records that have a route of their own, by which it shows whether they can still be opened. */
const RECORD: Partial<Record<SearchHit["kind"], (id: number) => string>> = {
  member: (id) => `/api/members/${id}/profile`,
  prospect: (id) => `/api/prospects/${id}/record`,
  contract: (id) => `/api/contracts/${id}/record`,
  event: (id) => `/api/events/${id}/details`,
  wish: (id) => `/api/wishes/${id}/details`,
};

const keyOf = (userId: number) => `palette:${userId}:recent`;

export const readRecent = (userId: number): SearchHit[] =>
  attempt(() => JSON.parse(privateStorage.store.getItem(keyOf(userId)) ?? "[]") as SearchHit[], []);

const write = (userId: number, hits: readonly SearchHit[]) =>
  attempt(() => privateStorage.store.setItem(keyOf(userId), JSON.stringify(hits)), undefined);

const isSame = (one: SearchHit, other: SearchHit) => one.kind === other.kind && one.id === other.id;

/** Remembers a record that a user opened, without its changing fields. */
export function noteRecent(userId: number, hit: SearchHit): void {
  if (!RECORD[hit.kind]) return;
  const others = readRecent(userId).filter((each) => !isSame(each, hit));
  write(userId, [{ ...hit, line: "", canTake: false }, ...others].slice(0, MOST));
}

/** Returns the remembered records that the server still lets the user open; forgets the others. Empty until it has answered. */
export function useRecent(userId: number): readonly SearchHit[] {
  const [open, setOpen] = useState<readonly SearchHit[]>([]);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const kept = readRecent(userId);
    void Promise.all(
      kept.map((hit) =>
        request<unknown>(RECORD[hit.kind]?.(hit.id) ?? "", { signal }).then(
          () => "open",
          (error: { status?: number }) => (error.status === 404 || error.status === 403 ? "gone" : "unknown"),
        ),
      ),
    ).then((states) => {
      if (signal.aborted) return;
      setOpen(kept.filter((_, at) => states[at] === "open"));
      if (states.includes("gone"))
        write(
          userId,
          kept.filter((_, at) => states[at] !== "gone"),
        );
    });
    return () => aborter.abort();
  }, [userId]);
  return open;
}
