import { Suspense, useState } from "react";
import { type Door, doorInput, NEEDS_LENGTH } from "../../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { DayInput } from "../../../ui/date-time.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { ExternalIcon } from "../../../ui/icons.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { settingRows, useSettings } from "../../settings/index.ts";
import { useDoor, useSaveDoor } from "./door.api.ts";

/** What the page at /join shows, and whether people are taken in now. */
export function PageView() {
  const t = useT();
  const isOn = useSettings().data?.find(({ settingKey }) => settingKey === "front_door")?.settingValue;
  const [saved, setSaved] = useState<Door | null>(null);
  const open = (
    <>
      <ExternalIcon />
      {t("door.open")}
    </>
  );
  return (
    <div className="grid items-start gap-[18px] xl:grid-cols-2">
      <Panel
        title={t("door.page")}
        actions={
          isOn === true ? (
            <a href="/join" target="_blank" rel="noopener" className={buttonClass({ size: "s" })}>
              {open}
            </a>
          ) : (
            <Button size="s" reason={t("door.open_first")}>
              {open}
            </Button>
          )
        }
      >
        <Suspense fallback={<SkeletonLines lines={3} className="p-[18px]" />}>
          <settingRows.View keys={["front_door", "join_indexed"]} />
        </Suspense>
        <p className="border-t border-line pad py-3 hint">
          {t.rich("door.texts", {
            place: (
              <PlaceLink key="place" className="link underline" to="/admin?tab=settings">
                {t("door.texts_place")}
              </PlaceLink>
            ),
          })}
        </p>
      </Panel>
      <Panel title={t("door.now")}>
        <AnswerView answer={useDoor()} loading={<SkeletonLines lines={5} className="p-[18px]" />}>
          {(door) => {
            const first = saved ?? door;
            return <DoorForm key={first.version} first={first} version={door.version} onSaved={setSaved} />;
          }}
        </AnswerView>
      </Panel>
    </div>
  );
}

/** @param first what the form began from; what others save meanwhile has the newer `version` */
function DoorForm(props: { first: Door; version: number; onSaved: (saved: Door) => void }) {
  const t = useT();
  const { first, version, onSaved } = props;
  const save = useSaveDoor();
  const { isClosed, closedUntil, needsEn, needsDa } = first;
  const [base, setBase] = useState(first.version);
  const form = useSendForm({
    schema: doorInput,
    defaults: { isClosed, closedUntil: closedUntil ?? "", needsEn, needsDa },
    inputOf: ({ closedUntil, ...values }) => ({ ...values, closedUntil: closedUntil || null, version: base }),
    failure: { title: t("door.not_saved") },
    onSubmit: async (input) => {
      try {
        onSaved(await save(input));
        toast({ title: t("door.saved") });
      } catch (error) {
        // Having been told of the other change, the next attempt is on top of it.
        setBase((known) => Math.max(known, version));
        throw error;
      }
    },
  });
  return (
    <FormBody
      form={form}
      className="grid gap-4 pad py-4"
      buttons={
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            pending={form.isSubmitting}
            reason={form.isDirty ? null : t("door.nothing")}
          >
            {t("action.save")}
          </Button>
        </div>
      }
    >
      {({ values, set, field, bind }) => (
        <>
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="font-book">{t("door.closed")}</p>
              <p className="text-ink-2">{t("door.closed_text")}</p>
            </div>
            <Switch
              checked={values.isClosed}
              onChange={(isClosed) => set("isClosed", isClosed)}
              label={t("door.closed")}
              hidesLabel
            />
          </div>
          {values.isClosed ? (
            <DayField
              {...bind("closedUntil", t("door.day_wrong"))}
              label={t("door.until")}
              hint={t("door.until_hint")}
            />
          ) : null}
          <TextArea
            {...field("needsEn")}
            label={t("door.needs_en")}
            hint={t("door.needs_hint")}
            rows={3}
            maxLength={NEEDS_LENGTH}
          />
          <TextArea {...field("needsDa")} label={t("door.needs_da")} rows={3} maxLength={NEEDS_LENGTH} />
        </>
      )}
    </FormBody>
  );
}

function DayField(props: {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (day: string) => void;
}) {
  const { label, hint, error, value, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <DayInput value={value as never} onChange={onChange} towards="future" />
    </Field>
  );
}
