import { useState } from "react";
import {
  CATEGORIES,
  DESCRIPTION_LENGTH,
  PRIORITIES,
  type SubmitWishInput,
  submitWishInput,
  TITLE_LENGTH,
  wishFields,
} from "../../../worker/features/wishes/wishes.schema.ts";
import { errorText } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { blankForm, type FormValues } from "../../lib/form-fields.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { createSendKeys } from "../../lib/send-keys.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { FormBody, type FormParts, useSendForm } from "../../ui/form.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import type { WishList } from "./address.ts";
import { ShortRow, StatusBadge } from "./wish-parts.tsx";
import { useSimilar, wishes } from "./wishes.api.ts";

export type WishValues = FormValues<typeof wishFields>;

/** The fields of a wish; with a `list` similar wishes are shown while the title is typed. */
export function WishFields({ form, list }: { form: FormParts<WishValues>; list?: WishList }) {
  const t = useT();
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
            {...form.bind("priority")}
            label={t("wishes.field.priority")}
            options={PRIORITIES.map((value) => ({ value, label: t(`wishes.priority.${value}`) }))}
          />
        </div>
        <SelectField
          {...form.field("category")}
          label={t("wishes.field.category")}
          className="min-w-32 flex-1"
          options={CATEGORIES.map((value) => ({ value, label: t(`wishes.category.${value}`) }))}
        />
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
      <p role="status" className="hint not-empty:mt-3 not-empty:mb-2">
        {found.length > 0 ? t.rich("wishes.similar_text", { similar: count }) : null}
      </p>
      <ul aria-label={t("wishes.similar_list")} className="empty:hidden">
        {found.map((wish) => (
          <ShortRow key={wish.id} wish={wish} list={list}>
            <StatusBadge status={wish.status} size="s" />
          </ShortRow>
        ))}
      </ul>
    </>
  );
}

/** The form that submits a wish. It keeps what was typed while it is not shown. */
export function useWishForm(list: WishList) {
  const t = useT();
  const [keys] = useState(createSendKeys);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useSendForm<WishValues, SubmitWishInput>({
    schema: submitWishInput,
    defaults: blankForm(wishFields),
    failure: { title: t("wishes.not_submitted") },
    onSubmit: async (input) => {
      setFailed(null);
      try {
        const { id, title } = await wishes.create(input, { key: keys.of(input) });
        const action = { label: t("wishes.show"), run: () => list.open({ wish: id }) };
        toast({ title: t("wishes.submitted"), description: title, action });
        keys.renew();
        form.reset();
        list.change({ new: false });
      } catch (error) {
        setFailed(errorText(error));
      }
    },
  });
  return { form, failed };
}

export function WishForm(props: ReturnType<typeof useWishForm> & { list: WishList; className?: string }) {
  const t = useT();
  const { form, failed, list, className } = props;
  const buttons = (
    <>
      {failed ? (
        <p role="alert" className="text-stop">
          {t("wishes.not_submitted")}. {failed}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2.5">
        <span className="hint">{t("wishes.everyone_sees")}</span>
        <Button type="submit" variant="primary" pending={form.isSubmitting}>
          {t("wishes.submit")}
        </Button>
      </div>
    </>
  );
  return (
    <FormBody form={form} buttons={buttons} className={cx("grid gap-4", className)}>
      {(parts) => <WishFields form={parts} list={list} />}
    </FormBody>
  );
}
