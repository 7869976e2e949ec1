import { useState } from "react";
import type { OwnTimes } from "../../../worker/features/events/times/times.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { useOwnTimes } from "./times.api.ts";
import { type Layout, NO_HOURS, ownZone, weekday } from "./times.ts";
import { MarkGrid } from "./week-grid.tsx";

const cityOf = (timeZone: string) => timeZone.replaceAll("_", " ");

/** The hours of the reader's usual week, on the clocks of the zone in which they were marked first. */
export function MarkWeek(props: {
  usual: OwnTimes | null;
  layout: Layout;
  onDirty: (isDirty: boolean) => void;
  /** Called when the hours are stored, removed, or left as they were. */
  onEnd: (isChanged: boolean) => void;
}) {
  const t = useT();
  const { usual, layout, onDirty, onEnd } = props;
  const [draft, setDraft] = useState(() => ({
    timeZone: usual?.timeZone ?? ownZone(),
    hours: usual?.hours ?? NO_HOURS,
  }));
  const { save, clear } = useOwnTimes();
  const here = ownZone();
  const change = (next: typeof draft) => {
    setDraft(next);
    onDirty(next.hours !== (usual?.hours ?? NO_HOURS) || next.timeZone !== (usual?.timeZone ?? here));
  };
  const end = (isChanged: boolean) => {
    onDirty(false);
    onEnd(isChanged);
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
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {usual ? (
          <Button
            variant="danger"
            className="mr-auto"
            pending={clear.pending}
            onClick={async () => (await clear.run()) && end(true)}
          >
            {t("times.clear")}
          </Button>
        ) : null}
        <Button onClick={() => end(false)}>{t("action.cancel")}</Button>
        <Button
          variant="primary"
          pending={save.pending}
          reason={draft.hours.includes("1") ? null : t("times.mark_none")}
          onClick={async () => (await save.run({ ...draft, version: usual?.version ?? 0 })) && end(true)}
        >
          {t("action.save")}
        </Button>
      </div>
    </>
  );
}
