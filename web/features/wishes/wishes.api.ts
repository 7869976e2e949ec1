import { useEffect, useRef, useState } from "react";
import {
  type Comment,
  TITLE_LENGTH,
  type Wish,
  type WishDetails,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePagedList } from "../../lib/list.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";

export const LIST_PAGE = 20;
/** Milliseconds without a key after which similar wishes are looked for. */
const TYPING_PAUSE = 300;

const common = { path: "/api/wishes", topics: ["wishes", "members"] };
export const wishes = resource<Wish>({ ...common, recordPath: (id) => `/api/wishes/${id}/details` });
const similar = resource<Wish>({ ...common, listPath: (of) => `/api/wishes/${of}/similar` });

/** A wish with what was said of it, kept fresh; what an edit answered of it is not enough. */
export function useDetails(id: number) {
  const { data, error, mutate } = wishes.useOne(id);
  return { data: data && "thread" in data ? (data as WishDetails) : undefined, error, mutate };
}

/** Shows a wish in every list that has it. */
const show = (wish: Wish) => Promise.all([wishes.show(wish), similar.show(wish)]);

/** Calls a wish's path `call` and shows the wish that is answered. @throws ApiError */
export async function callWish<Answer extends Wish>(
  id: number,
  call: string,
  options: { method?: "POST" | "PUT" | "DELETE"; body?: object },
): Promise<Answer> {
  const answer = await request<Answer>(`/api/wishes/${id}${call}`, { method: "POST", ...options });
  await show(answer);
  wishes.refresh();
  return answer;
}

/** Gives the reader's vote or withdraws it, shown at once. */
export function useVote(wish: Wish) {
  const t = useT();
  return useAction(
    async () => {
      const { own, votes } = wish;
      await show({ ...wish, votes: votes + (own ? -1 : 1), own: own ? null : { by: null, works: null } });
      try {
        await callWish(wish.id, "/vote", own ? { method: "DELETE" } : { body: {} });
      } catch (error) {
        await show(wish);
        throw error;
      }
    },
    { failed: t("wishes.vote_failed") },
  );
}

/** Open wishes with a title like the typed one, when typing pauses; those of before while others are awaited, none on failure. */
export function useSimilar(typed: string): Wish[] {
  const wanted = typed.trim().slice(0, TITLE_LENGTH);
  const [title, setTitle] = useState(wanted);
  const last = useRef<Wish[]>([]);
  useEffect(() => {
    const timer = setTimeout(setTitle, TYPING_PAUSE, wanted);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { user } = useUser();
  const path = user && title.length >= 3 ? similar.pathOf(user.organizationId) : null;
  const { list, error } = usePagedList<Wish>(path, { title }, common.topics);
  if (list || error || !path) last.current = list?.items ?? [];
  return last.current;
}

/** Shows a comment that was written or changed in its wish; null for one that was deleted. */
export function showComment(wish: WishDetails, id: number, saved: Comment | null): void {
  const others = wish.thread.filter((each) => each.id !== id);
  const thread = saved ? [...others, saved].sort((a, b) => a.id - b.id) : others;
  void wishes.show({ ...wish, thread } as WishDetails);
  wishes.refresh();
}
