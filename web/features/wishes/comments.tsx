import {
  COMMENT_LENGTH,
  type Comment,
  REASON_LENGTH,
  type WishDetails,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Thread } from "../../ui/thread.tsx";
import { showComment } from "./wishes.api.ts";

/** The comments of a wish, the oldest first, and a field for a new one. */
export function Comments({ wish }: { wish: WishDetails }) {
  const t = useT();
  const { id, thread, can } = wish;
  const pathOf = (comment: Comment) => `/api/wish-comments/${comment.id}`;
  const show = (saved: Comment) => showComment(wish, saved.id, saved);
  const send = async (text: string, key: string) =>
    show(await request<Comment>(`/api/wishes/${id}/comments`, { method: "POST", body: { text }, key }));
  return (
    <section aria-labelledby="wish-comments" className="border-t border-line">
      <h3 id="wish-comments" className="pad pt-3.5 font-semibold">
        {t("wishes.comments", { count: thread.length })}
      </h3>
      <Thread
        messages={thread}
        empty={t("wishes.comments_none")}
        origin={(comment) => (comment.wish.id === id ? null : t("wishes.comment_on", comment.wish))}
        maxLength={COMMENT_LENGTH}
        reasonLength={REASON_LENGTH}
        label={t("wishes.your_comment")}
        hint={can.comment ? t("wishes.markdown_hint") : null}
        onSend={can.comment ? send : undefined}
        onEdit={async (comment, text) =>
          show(
            await request<Comment>(pathOf(comment), {
              method: "PATCH",
              body: { text, version: comment.version },
            }),
          )
        }
        onDelete={async (comment) => {
          await request(pathOf(comment), { method: "DELETE" });
          showComment(wish, comment.id, null);
        }}
        onRemove={async (comment, reason) =>
          show(
            await request<Comment>(`${pathOf(comment)}/removal`, {
              method: "POST",
              body: { reason, version: comment.version },
            }),
          )
        }
      />
    </section>
  );
}
