import { Suspense, useEffect, useState } from "react";
import { type Door, doorInput, NEEDS_LENGTH } from "../../../../worker/features/joining/joining.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { staleRecord } from "../../../lib/records.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ConflictPanel } from "../../../ui/conflict-panel.tsx";
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

type Fields = Omit<Door, "version">;

/** What the page at /join shows, and whether people are taken in now. */
export function PageView() {
  const t = useT();
  const isOn = useSettings().data?.find(({ settingKey }) => settingKey === "front_door")?.settingValue;
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
          {(door) => <Now door={door} />}
        </AnswerView>
      </Panel>
    </div>
  );
}

const valuesOf = ({ isClosed, closedUntil, needsEn, needsDa }: Door) => {
  return { isClosed, closedUntil: closedUntil ?? "", needsEn, needsDa };
};

/** The form about the newest answer; while something is typed into it, about what it began from. */
function Now({ door: newest }: { door: Door }) {
  const t = useT();
  const format = useFormat();
  const save = useSaveDoor();
  const [base, setBase] = useState(newest);
  const [conflict, setConflict] = useState<{ patch: Partial<Fields>; current: Door } | null>(null);
  /** Saves changes of what is stored; asks what to keep where another user was first. */
  const send = async (patch: Partial<Fields>, { version, ...stored }: Door) => {
    try {
      const saved = await save({ ...stored, ...patch, version });
      setBase(saved);
      setConflict(null);
      form.settle(valuesOf(saved));
      toast({ title: t("door.saved") });
    } catch (error) {
      const current = staleRecord<Door>(error);
      if (!current) throw error;
      setConflict({ patch, current });
    }
  };
  const form = useSendForm({
    schema: doorInput,
    defaults: valuesOf(base),
    inputOf: ({ closedUntil, ...values }) => ({
      ...values,
      closedUntil: closedUntil || null,
      version: base.version,
    }),
    failure: { title: t("door.not_saved") },
    onSubmit: ({ version: _, ...input }) => {
      const changed = Object.entries(input).filter(([field, value]) => value !== base[field as keyof Fields]);
      return send(Object.fromEntries(changed), base);
    },
  });
  const take = (door: Door) => {
    setBase(door);
    setConflict(null);
    form.reset(valuesOf(door));
  };
  const isUntouched = !form.isDirty && !form.isSubmitting && !conflict;
  useEffect(() => {
    if (isUntouched && newest.version > base.version) take(newest);
  });
  const keeping = useAction(send, { failed: t("door.not_saved") });
  if (conflict)
    return (
      <div className="pad py-4">
        <ConflictPanel<Fields, keyof Fields>
          {...conflict}
          base={base}
          name={t("door.parts")}
          labels={{
            isClosed: t("door.now"),
            closedUntil: t("door.until"),
            needsEn: t("door.needs_en"),
            needsDa: t("door.needs_da"),
          }}
          textOf={(field, value) =>
            field === "isClosed"
              ? t(value ? "door.closed" : "door.now")
              : field === "closedUntil" && value
                ? format.longDay(`${value}`)
                : value
          }
          pending={keeping.pending}
          onKeepMine={() => void keeping.run(conflict.patch, conflict.current)}
          onTakeTheirs={() => take(conflict.current)}
        />
      </div>
    );
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
