import { useState } from "react";
import {
  COMMENT_LENGTH,
  type Comment,
  type CommentInput,
  commentInput,
  editCommentInput,
  REASON_LENGTH,
  removeCommentInput,
  type WishDetails,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoreIcon } from "../../ui/icons.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Section } from "../../ui/section.tsx";
import { Time } from "../../ui/time.tsx";
import { showComment } from "./wishes.api.ts";

/** What was said of a wish, the oldest first, and a field to say more. */
export function Thread({ wish, className }: { wish: WishDetails; className: string }) {
  const t = useT();
  const { thread, can } = wish;
  return (
    <Section title={t("wishes.comments", { count: thread.length })} className={className}>
      <ol className="mb-4 grid gap-4 empty:hidden">
        {thread.map((comment) => (
          <Entry key={comment.id} comment={comment} wish={wish} />
        ))}
      </ol>
      {can.comment ? <Write wish={wish} /> : null}
    </Section>
  );
}

function Write({ wish }: { wish: WishDetails }) {
  const t = useT();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useSendForm<CommentInput, CommentInput>({
    schema: commentInput,
    defaults: { text: "" },
    failure: { title: t("wishes.comment_failed") },
    onSubmit: async (body) => {
      const saved = await request<Comment>(`/api/wishes/${wish.id}/comments`, { method: "POST", body, key });
      setKey(crypto.randomUUID());
      form.reset();
      showComment(wish, saved.id, saved);
    },
  });
  const button = (
    <Button type="submit" className="justify-self-end" pending={form.isSubmitting}>
      {t("wishes.comment")}
    </Button>
  );
  return (
    <FormBody form={form} className="grid gap-2.5" buttons={button}>
      {(parts) => (
        <TextArea
          {...parts.field("text", t("wishes.comment_error"))}
          label={t("wishes.your_comment")}
          hint={t("wishes.markdown_hint")}
          rows={2}
          inputClass="min-h-16!"
          maxLength={COMMENT_LENGTH}
        />
      )}
    </FormBody>
  );
}

function Entry({ comment, wish }: { comment: Comment; wish: WishDetails }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const [doing, setDoing] = useState<"update" | "remove" | "delete" | null>(null);
  const { id, author, createdAt, editedAt, removed, can } = comment;
  const name = author?.displayName ?? t("wishes.somebody");
  const doings = (["update", "delete", "remove"] as const).filter((each) => can[each]);
  const close = () => setDoing(null);
  const menu = <IconButton size="s" label={t("wishes.comment_actions", { name })} icon={<MoreIcon />} />;
  return (
    <li data-comment={id} className="grid grid-cols-[30px_minmax(0,1fr)_auto] gap-x-3">
      <Avatar name={name} src={author?.avatarUrl} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <b className="font-book">{name}</b>{" "}
          <Time at={createdAt} className="hint">
            {format.ago(createdAt, now)}
          </Time>
          {editedAt ? <span className="hint"> · {t("wishes.edited")}</span> : null}
        </p>
        {removed ? (
          <p className="text-ink-3">{t("wishes.comment_removed", removed)}</p>
        ) : (
          <Markdown text={comment.text} className="max-w-[64ch] text-ink-2" />
        )}
      </div>
      {doings.length > 0 ? (
        <Menu trigger={menu}>
          {doings.map((each) => (
            <MenuItem key={each} danger={each !== "update"} onSelect={() => setDoing(each)}>
              {t(`wishes.comment_do.${each}`)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {doing === "update" || doing === "remove" ? (
        <CommentDialog comment={comment} wish={wish} isRemoval={doing === "remove"} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={doing === "delete"}
        onOpenChange={close}
        title={t("wishes.comment_delete_title")}
        description={t("wishes.comment_delete_text")}
        confirmLabel={t("wishes.comment_do.delete")}
        danger
        onConfirm={async () => {
          await request(`/api/wish-comments/${id}`, { method: "DELETE" });
          showComment(wish, id, null);
        }}
      />
    </li>
  );
}

/** Edits one's own comment, or removes that of another with a reason. */
function CommentDialog(props: {
  comment: Comment;
  wish: WishDetails;
  isRemoval: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const { wish, isRemoval, onClose } = props;
  // As it was when the dialog opened, so that a newer one is not overwritten.
  const [{ id, text, version }] = useState(props.comment);
  const asks = isRemoval
    ? { name: "reason", schema: removeCommentInput, call: "/removal", method: "POST" as const }
    : { name: "text", schema: editCommentInput, call: "", method: "PATCH" as const };
  return (
    <FormDialog<Record<string, string>, object>
      title={t(`wishes.comment_do.${isRemoval ? "remove" : "update"}`)}
      description={isRemoval ? t("wishes.comment_remove_text") : undefined}
      schema={asks.schema}
      defaults={{ [asks.name]: isRemoval ? "" : text }}
      inputOf={(values) => ({ ...values, version })}
      confirmLabel={t(isRemoval ? "wishes.comment_remove" : "action.save")}
      danger={isRemoval}
      failure={{ title: t("wishes.comment_failed") }}
      onSubmit={async (body) => {
        const { call, method } = asks;
        showComment(wish, id, await request<Comment>(`/api/wish-comments/${id}${call}`, { method, body }));
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextArea
          {...form.field(asks.name, t(isRemoval ? "wishes.reason_error" : "wishes.comment_error"))}
          label={t(isRemoval ? "wishes.reason" : "wishes.your_comment")}
          rows={4}
          maxLength={isRemoval ? REASON_LENGTH : COMMENT_LENGTH}
          required
        />
      )}
    </FormDialog>
  );
}
