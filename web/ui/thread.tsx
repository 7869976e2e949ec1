import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { text as textOf } from "../../worker/lib/names.schema.ts";
import type { Written } from "../../worker/lib/written.schema.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { createSendKeys } from "../lib/send-keys.ts";
import { useUser } from "../lib/session.tsx";
import { useFormat } from "../lib/use-format.ts";
import { Avatar } from "./avatar.tsx";
import { Button, IconButton } from "./button.tsx";
import { ConfirmDialog } from "./confirm.tsx";
import { TextArea } from "./field.tsx";
import { FormBody, useSendForm } from "./form.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { MoreIcon } from "./icons.tsx";
import { Markdown } from "./markdown.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Time } from "./time.tsx";

/** Something that happened between the messages. */
type Happened = { at: string; icon: ReactNode; text: ReactNode };

type ThreadProps<Item extends Written> = {
  messages: readonly Item[];
  events?: readonly Happened[];
  /** Replaces the list while nothing is in it. */
  empty: ReactNode;
  /** Where a message was written, beside its time. */
  origin?: (message: Item) => ReactNode;
  maxLength: number;
  reasonLength: number;
  /**
   * Sends a new message; without it nothing can be written. One that is sent twice with the same key is stored once. What was
   * typed stays where it resolves to false.
   */
  onSend?: ((text: string, key: string) => Promise<unknown>) | undefined;
  /** What was typed for a new message before the thread was last left, and keeps it. */
  kept?: { text: string; keep: (text: string) => void };
  /**
   * Beside the button that sends a new message.
   * @param insert puts a text where it is typed, after what is there
   * @param text what is typed
   */
  tools?: (insert: (text: string) => void, text: string) => ReactNode;
  onEdit: (message: Item, text: string) => Promise<unknown>;
  onDelete: (message: Item) => Promise<unknown>;
  /** Removes a message of another user with a reason. */
  onRemove: (message: Item, reason: string) => Promise<unknown>;
  /** Label of the field for a new message, and what stands below it or in its place. */
  label: string;
  hint?: ReactNode;
  /** Makes sending the view's main button. */
  isPrimary?: boolean;
  /** Focuses that field when the thread is shown. */
  takesFocus?: boolean;
};

/** A field for one text, which stays in it until it is sent. */
function Compose(props: {
  label: string;
  hint?: ReactNode;
  start?: string;
  kept?: ThreadProps<Written>["kept"];
  tools?: ThreadProps<Written>["tools"];
  maxLength: number;
  failed: string;
  confirmLabel: string;
  isPrimary?: boolean | undefined;
  takesFocus: boolean;
  onSend: (text: string, key: string) => Promise<unknown>;
  onCancel?: () => void;
}) {
  const t = useT();
  const { label, hint, start = "", maxLength, kept, tools, onSend, onCancel } = props;
  const [keys] = useState(createSendKeys);
  const body = useRef<HTMLDivElement>(null);
  const form = useSendForm({
    schema: z.strictObject({ text: textOf(maxLength, 1) }),
    defaults: { text: kept?.text ?? start },
    failure: { title: props.failed },
    onSubmit: async ({ text }) => {
      if ((await onSend(text, keys.of(text))) === false) return;
      keys.renew();
      form.reset({ text: start });
    },
  });
  const { values, set } = form.parts;
  const keep = useEffectEvent(() => void kept?.keep(values.text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is kept
  useEffect(keep, [values.text]);
  const insert = (text: string) => {
    set("text", values.text.trim() ? `${values.text.trimEnd()}\n\n${text}` : text);
    body.current?.querySelector("textarea")?.focus();
  };
  useEffect(() => {
    if (props.takesFocus) body.current?.querySelector("textarea")?.focus();
  }, [props.takesFocus]);
  return (
    <div ref={body}>
      <FormBody
        form={form}
        className="grid gap-2.5"
        buttons={
          <div className="flex flex-wrap items-center justify-end gap-2">
            <span className="hint mr-auto flex flex-wrap items-center gap-2">
              {tools?.(insert, values.text)}
              {hint}
            </span>
            {onCancel ? <Button onClick={onCancel}>{t("action.cancel")}</Button> : null}
            <Button
              type="submit"
              variant={props.isPrimary ? "primary" : "default"}
              pending={form.isSubmitting}
            >
              {props.confirmLabel}
            </Button>
          </div>
        }
      >
        {({ field }) => (
          <TextArea
            {...field("text", t("thread.empty"))}
            label={label}
            rows={3}
            maxLength={maxLength}
            inputClass="field-sizing-content max-h-[320px]"
          />
        )}
      </FormBody>
    </div>
  );
}

/** A message with what the reader may do with it: edit it in place, delete it, or remove another user's with a reason. */
function Row<Item extends Written>({ message, ...props }: ThreadProps<Item> & { message: Item }) {
  const t = useT();
  const format = useFormat();
  const isOwn = useUser().user?.id === message.author?.userId;
  const [verb, setVerb] = useState<"edit" | "delete" | "remove" | null>(null);
  const [base, setBase] = useState(message);
  const { author, removed, can } = message;
  const name = author?.displayName ?? t("thread.nobody");
  const close = () => setVerb(null);
  const edit = () => {
    setBase(message);
    setVerb("edit");
  };
  const isEditing = verb === "edit" && can.update;
  return (
    <li className="flex gap-3 py-2.5" data-message={message.id}>
      <Avatar name={name} src={author?.avatarUrl} />
      <div className="min-w-0 flex-1 leading-[1.4]">
        <div className="flex min-h-7 items-center gap-x-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <b className="font-semibold [overflow-wrap:anywhere]">{isOwn ? t("thread.you") : name}</b>
            <span className="hint [overflow-wrap:anywhere]">
              <Time at={message.createdAt}>{format.moment(message.createdAt)}</Time> {props.origin?.(message)}
              {message.editedAt && !removed ? (
                <Time at={message.editedAt}>
                  {t("thread.edited", { when: format.dayWithin(message.editedAt) })}
                </Time>
              ) : null}
            </span>
          </p>
          {isEditing || !(can.update || can.delete || can.remove) ? null : (
            <Menu
              trigger={
                <IconButton
                  size="s"
                  label={t("thread.actions", { name })}
                  icon={<MoreIcon />}
                  className="-my-1"
                />
              }
            >
              {can.update ? <MenuItem onSelect={edit}>{t("thread.edit")}</MenuItem> : null}
              {can.delete ? (
                <MenuItem danger onSelect={() => setVerb("delete")}>
                  {t("thread.delete")}
                </MenuItem>
              ) : null}
              {can.remove ? (
                <MenuItem danger onSelect={() => setVerb("remove")}>
                  {t("thread.remove")}
                </MenuItem>
              ) : null}
            </Menu>
          )}
        </div>
        {isEditing ? (
          <>
            {message.version > base.version ? (
              <p role="alert" className="mb-2 text-wait">
                {t("thread.changed", { text: message.text })}
              </p>
            ) : null}
            <Compose
              label={t("thread.text")}
              start={base.text}
              maxLength={props.maxLength}
              failed={t("thread.not_saved")}
              confirmLabel={t("action.save")}
              takesFocus
              onSend={(text) =>
                props.onEdit(message.version > base.version ? message : base, text).then(close)
              }
              onCancel={close}
            />
          </>
        ) : removed ? (
          <p className="text-ink-3 italic [overflow-wrap:anywhere]">{t("thread.removed", removed)}</p>
        ) : (
          <Markdown text={message.text} className={isOwn ? "max-w-[66ch]" : "max-w-[66ch] text-ink-2"} />
        )}
      </div>
      <ConfirmDialog
        open={verb === "delete"}
        onOpenChange={close}
        title={t("thread.delete_title")}
        description={t("thread.delete_text")}
        confirmLabel={t("thread.delete")}
        danger
        onConfirm={() => props.onDelete(message)}
      />
      {verb === "remove" ? (
        <FormDialog
          title={t("thread.remove_title", { name })}
          description={t("thread.remove_text")}
          schema={z.strictObject({ reason: textOf(props.reasonLength, 1) })}
          defaults={{ reason: "" }}
          confirmLabel={t("thread.remove")}
          danger
          width={480}
          failure={{ title: t("thread.not_removed") }}
          onSubmit={({ reason }) => props.onRemove(message, reason)}
          onClose={close}
        >
          {({ field }) => (
            <TextArea
              {...field("reason", t("thread.reason_needed"))}
              label={t("thread.reason")}
              rows={3}
              maxLength={props.reasonLength}
              required
            />
          )}
        </FormDialog>
      ) : null}
    </li>
  );
}

/** Messages in the order in which they were written, with what happened between them, and a field for the next one. */
export function Thread<Item extends Written>(props: ThreadProps<Item>) {
  const t = useT();
  const format = useFormat();
  const { messages, events = [], onSend, hint } = props;
  const entries = [
    ...messages.map((message) => ({
      at: message.createdAt,
      row: <Row key={message.id} {...props} message={message} />,
    })),
    ...events.map(({ at, icon, text }, index) => ({
      at,
      row: (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever appended
        <li key={`event-${index}`} className="flex items-center gap-3 py-1.5 text-md text-ink-2">
          <span className="mx-[3px] grid size-6 flex-none place-items-center rounded-full bg-deck text-ink-3">
            {icon}
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
          <Time at={at} className="hint flex-none">
            {format.moment(at)}
          </Time>
        </li>
      ),
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <>
      {entries.length > 0 ? (
        <ol className="pad py-1.5">{entries.map(({ row }) => row)}</ol>
      ) : (
        <div className="pad py-4 text-ink-2">{props.empty}</div>
      )}
      <div className="mt-auto border-t border-line pad pt-3 pb-4">
        {onSend ? (
          <Compose
            {...{ label: props.label, hint, maxLength: props.maxLength, onSend }}
            {...(props.kept && { kept: props.kept })}
            {...(props.tools && { tools: props.tools })}
            isPrimary={props.isPrimary}
            takesFocus={props.takesFocus ?? false}
            failed={t("thread.not_sent")}
            confirmLabel={t("thread.send")}
          />
        ) : (
          <p className="hint">{hint}</p>
        )}
      </div>
    </>
  );
}
