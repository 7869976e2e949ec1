import { HIDDEN_COUNTED } from "../../../worker/features/fleet/fleet.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { byRole, bySize, crewNeeds, type Fleet } from "./fleet.ts";

const partOf = (part: number, whole: number) => ({
  width: `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`,
});

function Bars(props: { rows: readonly { label: string; ships: number; crew: number }[] }) {
  const t = useT();
  const format = useFormat();
  const most = Math.max(...props.rows.map(({ ships }) => ships));
  return (
    <ul className="mt-2">
      {props.rows.map(({ label, ships, crew }) => (
        <li
          key={label}
          className="grid grid-cols-[104px_minmax(0,1fr)_38px_74px] items-center gap-2.5 py-[5px] text-md max-md:grid-cols-[104px_minmax(0,1fr)_38px]"
        >
          <span className="truncate">{label}</span>
          <span className="meter" aria-hidden="true">
            <span style={partOf(ships, most)} />
          </span>
          <span className="text-right figure">{format.number(ships)}</span>
          <span className="text-right whitespace-nowrap hint max-md:hidden">
            {t("fleet.crew", { count: crew })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The crews that parts of the fleet need, over the members and those who are online. */
export function CrewPanel({ fleet }: { fleet: Fleet }) {
  const t = useT();
  const format = useFormat();
  const { online, members } = fleet;
  const verdictOf = (needed: number) => {
    if (needed <= online) return { tone: "text-go", text: t("fleet.crewed") };
    if (needed <= members)
      return { tone: "text-wait", text: t("fleet.to_call_in", { count: needed - online }) };
    return { tone: "text-stop", text: t("fleet.short", { count: needed - members }) };
  };
  const key = [
    { label: t("fleet.key.online", { online }), color: "bg-ink" },
    { label: t("fleet.key.members", { members }), color: "bg-ink-3" },
    { label: t("fleet.key.needed"), color: "bg-rail" },
  ];
  return (
    <section aria-label={t("fleet.crew_needed")} className="panel px-[18px] py-[15px]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2>{t("fleet.crew_needed")}</h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {key.map(({ label, color }) => (
            <span key={label} className="inline-flex items-center gap-1.5">
              <span className={cx("meter h-1.5 w-3.5 print:outline", color)} aria-hidden="true" />
              {label}
            </span>
          ))}
        </p>
      </div>
      <ul className="mt-1.5 grid grid-cols-2 gap-x-8 max-md:grid-cols-1">
        {crewNeeds(fleet).map(({ key: need, needed }) => {
          const { tone, text } = verdictOf(needed);
          return (
            <li
              key={need}
              className="grid grid-cols-[minmax(0,1fr)_auto_auto] content-end items-baseline gap-x-2.5 gap-y-[5px] py-[7px] text-md"
            >
              <span>{t(`fleet.need.${need}`)}</span>
              <span className="figure text-base">{format.number(needed)}</span>
              <span className={cx("text-right font-medium whitespace-nowrap", tone)}>{text}</span>
              <span className="meter relative col-span-full h-2.5 rounded-[4px]" aria-hidden="true">
                <span className="absolute inset-0 rounded-none bg-ink-3" style={partOf(members, needed)} />
                <span className="absolute inset-0 rounded-none bg-ink" style={partOf(online, needed)} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function PartsPanel({ fleet, hiddenHangars: count }: { fleet: Fleet; hiddenHangars: number }) {
  const t = useT();
  const roles = byRole(fleet).map(({ kind, ...row }) => ({ label: t(`ships.role.${kind}`), ...row }));
  const sizes = bySize(fleet).map(({ kind, ...row }) => ({
    label: kind === "unknown" ? t("fleet.size_unknown") : t(`ships.size.${kind}`),
    ...row,
  }));
  const hidden = count < HIDDEN_COUNTED ? count : `${HIDDEN_COUNTED}+`;
  return (
    <section aria-label={t("fleet.parts")} className="my-[18px] panel grid grid-cols-2 max-md:grid-cols-1">
      <div className="px-[18px] py-[15px]">
        <h2>{t("fleet.by_role")}</h2>
        <Bars rows={roles} />
        <p className="mt-2.5 border-t border-line pt-2.5 hint">
          {t("fleet.counting")} {count > 0 ? t("fleet.hidden", { count: hidden }) : null}
        </p>
      </div>
      <div className="border-line px-[18px] py-[15px] max-md:border-t md:border-l">
        <h2>{t("fleet.by_size")}</h2>
        <Bars rows={sizes} />
      </div>
    </section>
  );
}
