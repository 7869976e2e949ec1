import { useEffect, useState } from "react";
import type { OwnTimes } from "../../../worker/features/availability/availability.schema.ts";
import { ownZone } from "../../../worker/lib/zones.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { useMarks, useOwnTimes } from "./availability.api.ts";
import { type Layout, NO_HOURS, weekday } from "./times.ts";
import { MarkGrid } from "./week-grid.tsx";

const cityOf = (timeZone: string) => timeZone.replaceAll("_", " ");

/**
 * The hours of the reader's usual week, on the clocks of the zone in which they were marked first. Marks that are not saved
 * stay in this browser until they are saved or discarded.
 */
export function MarkWeek(props: {
  usual: OwnTimes | null;
  layout: Layout;
  onDirty: (isDirty: boolean) => void;
  /** Called when the hours are stored or removed. */
  onChanged: () => void;
  onCancel: () => void;
}) {
  const t = useT();
  const { usual, layout, onDirty } = props;
  const here = ownZone();
  const marks = useMarks();
  const stored: OwnTimes = usual ?? { timeZone: here, hours: NO_HOURS, version: 0 };
  const [kept] = useState(() => {
    const found = marks.read();
    return found?.version === stored.version ? found : null;
  });
  const [draft, setDraft] = useState(kept ?? stored);
  const { save, clear } = useOwnTimes();
  const isDirty = draft.hours !== stored.hours || draft.timeZone !== stored.timeZone;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const change = (next: OwnTimes) => {
    setDraft(next);
    const isBack = next.hours === stored.hours && next.timeZone === stored.timeZone;
    marks.keep(isBack ? null : next);
  };
  const end = () => {
    marks.keep(null);
    props.onChanged();
  };
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => weekday(day, "short"));
  return (
    <>
      <p className="text-ink-2">{t("times.usual")}</p>
      <p className="hint mt-1">{t("times.mark_help")}</p>
      <div className="my-3">
        <MarkGrid
          {...{ layout, days, hours: draft.hours }}
          onChange={(hours) => change({ ...draft, hours })}
        />
      </div>
      <p className="hint">
        {t("times.zone_marked", { zone: cityOf(draft.timeZone) })}{" "}
        {draft.timeZone === here ? null : (
          <button type="button" className="link" onClick={() => change({ ...draft, timeZone: here })}>
            {t("times.zone_use", { zone: cityOf(here) })}
          </button>
        )}
      </p>
      <p className="hint mt-1">{t("times.private")}</p>
      {kept && isDirty ? <p className="mt-1 text-sm text-wait">{t("times.discard_text")}</p> : null}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {usual ? (
          <Button
            variant="danger"
            className="mr-auto"
            pending={clear.pending}
            onClick={async () => (await clear.run()) && end()}
          >
            {t("times.clear")}
          </Button>
        ) : null}
        <Button onClick={props.onCancel}>{t("action.cancel")}</Button>
        <Button
          variant="primary"
          pending={save.pending}
          reason={draft.hours.includes("1") ? null : t("times.mark_none")}
          onClick={async () => (await save.run({ ...draft, version: stored.version })) && end()}
        >
          {t("action.save")}
        </Button>
      </div>
    </>
  );
}
