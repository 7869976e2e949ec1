import { useState } from "react";
import {
  decideWishInput,
  editWishInput,
  MOST_ASKED,
  mergeInput,
  REPLY_LENGTH,
  voteInput,
  WISH_STATUSES,
  type Wish,
  type WishStatus,
  wishFields,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { fieldNames } from "../../../worker/lib/fields.schema.ts";
import { act } from "../../lib/action.ts";
import { changedValues, formValues, inputValues } from "../../lib/form-fields.ts";
import { actUndoable, UNDO_SHOWN } from "../../lib/held.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { MemberPicker } from "../members/index.ts";
import { WishFields, type WishValues } from "./wish-form.tsx";
import { useSimilar, wishes } from "./wishes.api.ts";

type Props = { wish: Wish; onClose: () => void };

/** The forms that change a wish, by what they do. */
export default function WishDialog({
  what,
  ...props
}: Props & { what: "decide" | "merge" | "vote" | "edit" }) {
  const Form = { decide: Decide, merge: Merge, vote: VoteFor, edit: Edit }[what];
  return <Form {...props} />;
}

const FIELDS = [...fieldNames(wishFields), "status", "reply"] as const;
type WishField = (typeof FIELDS)[number];

/** The dialog of an edit; compares both edits where another user saved first. */
function useWishEdit({ wish, onClose }: Props) {
  const t = useT();
  const labels = Object.fromEntries(FIELDS.map((field) => [field, t(`wishes.field.${field}`)]));
  return useEditDialog(wishes, wish, {
    failed: t("wishes.not_saved"),
    onSaved: ({ title }) => toast({ title: t("wishes.saved"), description: title }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Wish, WishField>
        {...conflict}
        name={wish.title}
        labels={labels as Record<WishField, string>}
        textOf={(field, value) => {
          if (typeof value !== "string") return value?.text ?? "";
          if (field === "title" || field === "description") return value;
          return t(`wishes.${field as "status"}.${value as WishStatus}`);
        }}
      />
    ),
  });
}

function Edit(props: Props) {
  const t = useT();
  const { base, send, dialog } = useWishEdit(props);
  const { version } = base;
  return (
    <FormDialog<WishValues, unknown>
      {...dialog}
      title={t("wishes.do.edit")}
      schema={editWishInput}
      defaults={formValues(wishFields, base)}
      inputOf={(values) => ({ ...values, version })}
      confirmLabel={t("action.save")}
      onSubmit={async (_, values) => {
        const body = changedValues(inputValues(wishFields, values), base);
        return Object.keys(body).length === 0 || send({ body, patch: body });
      }}
    >
      {(form) => <WishFields form={form} />}
    </FormDialog>
  );
}

/** Replies that were not sent, by wish: typed once. */
const unsent = new Map<number, string>();

function Decide({ wish, onClose }: Props) {
  const t = useT();
  const { user } = useUser();
  const [base] = useState(wish);
  const { version } = base;
  const known = base.reply?.text ?? "";
  const voters = Math.min(base.votes - (base.own ? 1 : 0), MOST_ASKED);
  const isOwn = base.submittedBy === null || base.submittedBy.userId === user?.id;
  /** The effect of the button: a new status notifies the author, a completed wish its voters, too. */
  const labelOf = (status: WishStatus) => {
    if (status === base.status) return t("action.save");
    const receivers = status === "completed" && voters > 0 ? "voters" : isOwn ? "nobody" : "author";
    return t("wishes.decide", { status, told: receivers, count: voters });
  };
  const failed = t("wishes.not_saved");
  return (
    <FormDialog
      title={t("wishes.do.decide")}
      description={base.title}
      width={600}
      schema={decideWishInput}
      defaults={{ status: base.status, reply: unsent.get(base.id) ?? known }}
      inputOf={({ status, reply }) => ({
        status,
        version,
        reply: reply.trim() === known ? undefined : reply.trim() || null,
      })}
      confirmLabel={({ status }) => labelOf(status)}
      failure={{ title: failed }}
      onSubmit={async ({ status, reply }) => {
        const by = user?.displayName ?? "";
        const savedReply = reply ? { text: reply, by, at: new Date().toISOString() } : null;
        const patch = reply === undefined ? { status } : { status, reply: savedReply };
        if (reply) unsent.set(base.id, reply);
        const decide = (when: Promise<void>) =>
          wishes
            .edit(base, { call: "/status", body: { status, reply }, patch, when })
            .then(() => unsent.delete(base.id));
        void actUndoable({ title: t("wishes.saved"), description: base.title }, decide, failed);
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div>
            <p className="mb-[5px] text-md text-ink-2">{t("wishes.field.status")}</p>
            <SegmentedRadio
              {...form.bind("status")}
              label={t("wishes.field.status")}
              options={WISH_STATUSES.map((value) => ({ value, label: t(`wishes.status.${value}`) }))}
              className="flex-wrap"
            />
          </div>
          <TextArea
            {...form.field("reply", t("wishes.reply_error"))}
            label={t("wishes.field.reply")}
            hint={t("wishes.markdown_hint")}
            rows={4}
            maxLength={REPLY_LENGTH}
          />
        </>
      )}
    </FormDialog>
  );
}

function Merge({ wish, onClose }: Props) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const { id, title, version } = wish;
  const others = useSimilar(typed || title).filter((other) => other.id !== id);
  return (
    <FormDialog
      title={t("wishes.do.merge")}
      description={t("wishes.merge_text")}
      schema={mergeInput}
      defaults={{ into: null as number | null }}
      inputOf={({ into }) => ({ into: into ?? 0, version })}
      reasonOf={({ into }) => (into === null ? t("wishes.merge_choose") : null)}
      confirmLabel={t("wishes.merge")}
      failure={{ title: t("wishes.merge_failed") }}
      onSubmit={async (body) => {
        await wishes.call(id, { call: "/merge", body });
        const unmerge = () => wishes.call(id, { call: "/merge", method: "DELETE" });
        const undo = () => void act(unmerge, { failed: t("wishes.unmerge_failed") });
        toast({
          title: t("wishes.merged"),
          action: { label: t("action.undo"), run: undo },
          duration: UNDO_SHOWN,
        });
      }}
      onClose={onClose}
    >
      {(form) => (
        <Field label={t("wishes.merge_into")} required>
          <Combobox
            {...form.bind("into")}
            label={t("wishes.merge_into")}
            options={others.map((other) => ({
              value: other.id,
              label: `${other.title} · ${t("wishes.count", { count: other.votes })}`,
            }))}
            onType={setTyped}
            placeholder={t("wishes.merge_placeholder")}
            emptyText={t("wishes.merge_none")}
          />
        </Field>
      )}
    </FormDialog>
  );
}

function VoteFor({ wish, onClose }: Props) {
  const t = useT();
  const [name, setName] = useState("");
  return (
    <FormDialog
      title={t("wishes.do.vote")}
      description={t("wishes.vote_text")}
      schema={voteInput}
      defaults={{ userId: null as number | null, isBack: false }}
      inputOf={({ userId }) => ({ userId: userId ?? undefined })}
      reasonOf={({ userId }) => (userId === null ? t("wishes.vote_choose") : null)}
      confirmLabel={t("wishes.vote_give")}
      beforeConfirm={(form) => form.set("isBack", false)}
      also={{ label: t("wishes.vote_take"), set: (form) => form.set("isBack", true) }}
      failure={{ title: t("wishes.vote_failed") }}
      onSubmit={async ({ userId }, { isBack }) => {
        if (isBack) await wishes.call(wish.id, { call: `/vote?userId=${userId}`, method: "DELETE" });
        else await wishes.call(wish.id, { call: "/vote", body: { userId } });
        toast({ title: t(isBack ? "wishes.vote_taken" : "wishes.vote_given", { name }) });
      }}
      onClose={onClose}
    >
      {(form) => (
        <Field label={t("wishes.member")} required>
          <MemberPicker
            {...form.bind("userId")}
            label={t("wishes.member")}
            known={null}
            onPick={({ displayName }) => setName(displayName)}
            placeholder={t("wishes.member_placeholder")}
            failedText={t("wishes.members_failed")}
            noneText={t("wishes.members_none")}
          />
        </Field>
      )}
    </FormDialog>
  );
}
