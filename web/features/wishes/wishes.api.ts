import { useEffect, useRef, useState } from "react";
import {
  type Comment,
  TITLE_LENGTH,
  type Wish,
  type WishDetails,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePagedList } from "../../lib/list.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

export const LIST_PAGE = 20;
/** Milliseconds without a key after which similar wishes are looked for. */
const TYPING_PAUSE = 300;

const TOPICS = ["wishes", "members"];

export const wishes = resource<Wish, WishDetails>({
  path: "/api/wishes",
  detailsPath: (id) => `/api/wishes/${id}/details`,
  topics: TOPICS,
});

/** Gives the reader's vote or withdraws it, shown at once. */
export function useVote({ id, own, votes }: Wish) {
  const t = useT();
  const how = own
    ? ({ method: "DELETE", patch: { own: null, votes: votes - 1 } } as const)
    : { body: {}, patch: { own: { by: null, works: null }, votes: votes + 1 } };
  return useAction(() => wishes.call(id, { call: "/vote", ...how }), { failed: t("wishes.vote_failed") });
}

/** Open wishes with a title like the typed one, when typing pauses; the former ones until there are new ones, none on failure. */
export function useSimilar(typed: string): Wish[] {
  const wanted = typed.trim().slice(0, TITLE_LENGTH);
  const [title, setTitle] = useState(wanted);
  const last = useRef<Wish[]>([]);
  useEffect(() => {
    const timer = setTimeout(setTitle, TYPING_PAUSE, wanted);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { user } = useUser();
  const path = user && title.length >= 3 ? wishes.pathOf(user.organizationId, "/similar") : null;
  const { list, error } = usePagedList<Wish>(path, { title }, TOPICS);
  if (list || error || !path) last.current = list?.items ?? [];
  return last.current;
}

/** Shows a comment that was written or changed in its wish; null for one that was deleted. */
export function showComment(wish: WishDetails, id: number, saved: Comment | null): void {
  const others = wish.thread.filter((each) => each.id !== id);
  const thread = saved ? [...others, saved].sort((a, b) => a.id - b.id) : others;
  void wishes.show({ ...wish, thread });
  wishes.refresh();
}
