import { useId, useState } from "react";
import {
  CATEGORIES,
  DESCRIPTION_LENGTH,
  PRIORITIES,
  type SubmitWishInput,
  submitWishInput,
  TITLE_LENGTH,
  type Wish,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select, TextArea, TextField } from "../../ui/field.tsx";
import { FormBody, type FormOptions, type FormParts, useSendForm } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import type { WishList } from "./address.ts";
import { StatusBadge } from "./wish-parts.tsx";
import { ShortRow } from "./wish-row.tsx";
import { useSimilar, wishes } from "./wishes.api.ts";

export type WishValues = Pick<Wish, "title" | "description" | "priority" | "category">;

const BLANK: WishValues = { title: "", description: "", priority: "medium", category: "feature" };

/** The fields of a wish; with a `list` similar wishes are shown while the title is typed. */
export function WishFields({ form, list }: { form: FormParts<WishValues>; list?: WishList }) {
  const t = useT();
  const priority = form.bind("priority");
  return (
    <>
      <div>
        <TextField
          {...form.field("title", t("wishes.title_error"))}
          label={t("wishes.field.title")}
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          required
        />
        {list ? <Similar title={form.values.title} list={list} /> : null}
      </div>
      <TextArea
        {...form.field("description", t("wishes.description_error"))}
        label={t("wishes.field.description")}
        placeholder={t("wishes.description_hint")}
        rows={3}
        maxLength={DESCRIPTION_LENGTH}
        required
      />
      <div className="flex flex-wrap gap-3.5">
        <div>
          <p className="mb-[5px] text-md text-ink-2">{t("wishes.field.priority")}</p>
          <SegmentedRadio
            {...priority}
            label={t("wishes.field.priority")}
            options={PRIORITIES.map((value) => ({ value, label: t(`wishes.priority.${value}`) }))}
            className="bg-deck"
          />
        </div>
        <Field label={t("wishes.field.category")} className="min-w-32 flex-1">
          <Select
            {...form.register("category")}
            options={CATEGORIES.map((value) => ({ value, label: t(`wishes.category.${value}`) }))}
          />
        </Field>
      </div>
    </>
  );
}

function Similar({ title, list }: { title: string; list: WishList }) {
  const t = useT();
  const found = useSimilar(title);
  const count = <b className="text-ink">{t("wishes.similar", { count: found.length })}</b>;
  return (
    <>
      <p role="status" className="hint not-empty:mt-3">
        {found.length > 0 ? t.rich("wishes.similar_text", { similar: count }) : null}
      </p>
      {found.length > 0 ? (
        <ul aria-label={t("wishes.similar_list")} className="mt-2">
          {found.map((wish) => (
            <ShortRow key={wish.id} wish={wish} list={list}>
              <StatusBadge status={wish.status} size="s" />
            </ShortRow>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A form's options that submit a wish, and the message of a failure. */
function useSubmission(list: WishList, onSent: () => void) {
  const t = useT();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [failed, setFailed] = useState<string | null>(null);
  const options = {
    schema: submitWishInput,
    defaults: BLANK,
    failure: { title: t("wishes.not_submitted") },
    onSubmit: async (input: SubmitWishInput) => {
      setFailed(null);
      try {
        const { id, title } = await wishes.create(input, { key });
        setKey(crypto.randomUUID());
        const action = { label: t("wishes.show"), run: () => list.open({ wish: id, new: false }) };
        toast({ title: t("wishes.submitted"), description: title, action });
        onSent();
        return true;
      } catch (error) {
        setFailed(errorText(error));
        return false;
      }
    },
  } satisfies FormOptions<WishValues, SubmitWishInput>;
  const message = failed ? (
    <p role="alert" className="w-full text-stop">
      {t("wishes.not_submitted")}. {failed}
    </p>
  ) : null;
  return { options, message };
}

/** The form in the page: beside the list, or in its place while there is none. */
export function WishForm({ list, className }: { list: WishList; className?: string }) {
  const t = useT();
  const id = useId();
  const { options, message } = useSubmission(list, () => form.reset());
  const form = useSendForm<WishValues, SubmitWishInput>(options);
  return (
    <Panel title={t("wishes.form_title")} {...(className && { className })}>
      <FormBody
        id={id}
        form={form}
        className="grid gap-4 px-[18px] pt-4 pb-[18px]"
        buttons={
          <>
            {message}
            <div className="flex flex-wrap items-center justify-between gap-2.5">
              <span className="hint">{t("wishes.everyone_sees")}</span>
              <Button type="submit" variant="primary" pending={form.isSubmitting}>
                {t("wishes.submit")}
              </Button>
            </div>
          </>
        }
      >
        {(parts) => <WishFields form={parts} list={list} />}
      </FormBody>
    </Panel>
  );
}

/** The same form where there is no room beside the list; on phones it comes from the bottom. */
export function NewWishDialog({ list, onClose }: { list: WishList; onClose: () => void }) {
  const t = useT();
  const { options, message } = useSubmission(list, () => undefined);
  return (
    <FormDialog
      {...options}
      title={t("wishes.form_title")}
      description={t("wishes.everyone_sees")}
      returnFocus="[data-new-wish]"
      confirmLabel={t("wishes.submit")}
      above={() => message}
      onClose={onClose}
    >
      {(form) => <WishFields form={form} list={list} />}
    </FormDialog>
  );
}
