import {
  COMMENT_LENGTH,
  type Comment,
  REASON_LENGTH,
  type WishDetails,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { RecordDialog, RecordOver } from "../../ui/record-over.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Thread } from "../../ui/thread.tsx";
import type { WishList } from "./address.ts";
import { WishMenu } from "./wish-menu.tsx";
import { Judge, Meta, Reply, StatusBadge, VoteButton } from "./wish-parts.tsx";
import { showComment, wishes } from "./wishes.api.ts";

/** The comments of a wish, the oldest first, and a field for a new one. */
function Comments({ wish }: { wish: WishDetails }) {
  const t = useT();
  const { id, thread, can } = wish;
  const pathOf = (comment: Comment) => `/api/wish-comments/${comment.id}`;
  const show = (saved: Comment) => showComment(wish, saved.id, saved);
  const send = async (text: string, key: string) =>
    show(await request<Comment>(`/api/wishes/${id}/comments`, { method: "POST", body: { text }, key }));
  return (
    <section aria-labelledby="wish-comments" className="border-t border-line [&_.pad]:pad-wide">
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

/** One wish with its reply and comments, over the page. */
export default function WishPanel(props: { id: number; list: WishList; onClose: () => void }) {
  const t = useT();
  const { id, list, onClose } = props;
  return (
    <RecordOver
      of={wishes.useOne(id)}
      title={t("wishes.one")}
      width={760}
      returnFocus={list.opener}
      loading={<SkeletonLines lines={9} />}
      onClose={onClose}
    >
      {(wish) => <Loaded wish={wish} list={list} onClose={onClose} />}
    </RecordOver>
  );
}

/** Takes a wish out of the one that it is merged into. */
function Unmerge({ id }: { id: number }) {
  const t = useT();
  const undo = useAction(() => wishes.call(id, { call: "/merge", method: "DELETE" }), {
    done: { title: t("wishes.unmerged") },
    failed: t("wishes.unmerge_failed"),
  });
  return (
    <Button size="s" variant="quiet" className="-mx-2" pending={undo.pending} onClick={() => void undo.run()}>
      {t("wishes.unmerge")}
    </Button>
  );
}

/** Takes a link back, which the toast undoes. */
function Unlink({ id, link: { kind, id: target } }: { id: number; link: WishDetails["links"][number] }) {
  const t = useT();
  const relink = () => wishes.call(id, { call: "/links", body: { kind, id: target } });
  const unlink = useAction(() => wishes.call(id, { call: `/links/${kind}/${target}`, method: "DELETE" }), {
    done: {
      title: t("wishes.unlinked"),
      action: {
        label: t("action.undo"),
        run: () => void act(relink, { failed: t("wishes.link_failed") }),
      },
      duration: 10_000,
    },
    failed: t("wishes.unlink_failed"),
  });
  return (
    <Button
      size="s"
      variant="quiet"
      className="-mx-2"
      pending={unlink.pending}
      onClick={() => void unlink.run()}
    >
      {t("wishes.unlink")}
    </Button>
  );
}

const PATHS = { event: "/organization?tab=events&event=", contract: "/tools/contracts?contract=" };
const ROW =
  "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0";
const LABEL = "text-ink-2 max-md:w-full";
const OTHER = "link min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]";

/** The records that the wish became, and the wishes that are merged into it. */
function Related({ wish, list }: { wish: WishDetails; list: WishList }) {
  const t = useT();
  const { id, links, merged, can } = wish;
  if (links.length + merged.length === 0) return null;
  return (
    <ul className="mt-4 border-t border-line">
      {links.map((link) => (
        <li key={`${link.kind}-${link.id}`} className={ROW}>
          <span className={LABEL}>{t(`wishes.became_${link.kind}`)}</span>
          <PlaceLink to={PATHS[link.kind] + link.id} className={OTHER}>
            {link.title}
          </PlaceLink>
          {can.decide ? <Unlink id={id} link={link} /> : null}
        </li>
      ))}
      {merged.map(({ id: other, title, votes }) => (
        <li key={other} className={ROW}>
          <span className={LABEL}>{t("wishes.merged_here")}</span>
          <Link to={list.hrefWith({ wish: other })} replace className={OTHER}>
            {title}
          </Link>
          <span className="text-ink-2">{t("wishes.count", { count: votes })}</span>
          {can.decide ? <Unmerge id={other} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Loaded(props: { wish: WishDetails; list: WishList; onClose: () => void }) {
  const t = useT();
  const { wish, list, onClose } = props;
  const { id, title, status, description, mergedInto, judged, can } = wish;
  return (
    <RecordDialog
      title={title}
      description={<StatusBadge status={status} />}
      actions={<WishMenu wish={wish} button="wishes.do.decide" onDeleted={onClose} />}
    >
      {mergedInto ? (
        <div className="flex flex-wrap items-center gap-3 border-b border-line pad-wide py-3">
          <p className="min-w-0 flex-1 basis-60">
            {t.rich("wishes.merged_into", {
              title: (
                <Link
                  key="title"
                  to={list.hrefWith({ wish: mergedInto.id })}
                  replace
                  className="link underline"
                >
                  {mergedInto.title}
                </Link>
              ),
            })}
          </p>
          {can.decide ? <Unmerge id={id} /> : null}
        </div>
      ) : null}
      <section
        aria-label={t("wishes.details")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="-outline-offset-2"
      >
        <div className="grid grid-cols-[52px_minmax(0,1fr)] gap-[18px] pad-wide py-[18px] max-md:grid-cols-[48px_minmax(0,1fr)] max-md:gap-3">
          <VoteButton wish={wish} />
          <div className="min-w-0">
            <Markdown text={description} className="max-w-[68ch]" />
            <div className="mt-2.5">
              <Meta wish={wish} />
            </div>
            <Reply reply={wish.reply} />
            <Judge wish={wish} />
            {judged.works + judged.fails > 0 ? (
              <p className="mt-2 hint">{t("wishes.judged_by", judged)}</p>
            ) : null}
            <Related wish={wish} list={list} />
          </div>
        </div>
        <Comments wish={wish} />
      </section>
    </RecordDialog>
  );
}
