import { useId, useState } from "react";
import {
  type NoticeSettings,
  type PaceInput,
  PRESETS,
  type Preset,
} from "../../../worker/features/notices/notices.schema.ts";
import { PACES, type Pace } from "../../../worker/lib/notices.schema.ts";
import { useAction } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { isTime } from "../../lib/time-input.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Select } from "../../ui/field.tsx";
import { LockIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { useNoticeSettings } from "./needs.api.ts";
import { Outcome } from "./outcome.tsx";
import { chooseHours, choosePace, choosePreset } from "./settings.api.ts";

type Settings = NoticeSettings;
type Kind = Settings["groups"][number]["kinds"][number];

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const cityOf = (timeZone: string) => timeZone.replaceAll("_", " ");

/** The reader's channels and paces by kind of notice, and their quiet hours. */
export default function NoticeSettingsPanel() {
  const t = useT();
  const answer = useNoticeSettings();
  return (
    <Panel title={t("notices.title")}>
      <AnswerView answer={answer} loading={<SkeletonLines lines={6} className="p-[18px]" />}>
        {(settings) =>
          settings.channels.length === 0 ? (
            <p className="px-[18px] py-4 text-ink-2">{t("notices.no_channels")}</p>
          ) : (
            <>
              <Presets settings={settings} />
              <Outcome settings={settings} />
              <Quiet {...settings} />
            </>
          )
        }
      </AnswerView>
    </Panel>
  );
}

const textOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** The usual quiet hours, in minutes after midnight. */
const USUAL = { quietFrom: 22 * 60, quietTo: 7 * 60 };

function Quiet({ hours, groups }: Settings) {
  const t = useT();
  const here = zoneHere();
  const known = hours ?? { timeZone: here, quietFrom: null, quietTo: null };
  const save = useAction(chooseHours, { failed: t("notices.hours_failed") });
  const [draft, setDraft] = useState<{ from: string; to: string } | null>(null);
  const isQuiet = known.quietFrom !== null && known.quietTo !== null;
  const shown = draft ?? { from: textOf(known.quietFrom ?? 0), to: textOf(known.quietTo ?? 0) };
  const isWrong = !isTime(shown.from) || !isTime(shown.to) || shown.from === shown.to;
  const zone = cityOf(known.timeZone);
  const hasSummaries = groups.some(({ kinds }) =>
    kinds.some(({ paces }) => paces.some(({ pace }) => pace === "daily" || pace === "weekly")),
  );
  return (
    <div className="border-t border-line px-[18px] py-3">
      <Switch
        label={t("notices.quiet")}
        checked={isQuiet}
        pending={save.pending}
        onChange={(on) => {
          setDraft(null);
          void save.run({ ...known, ...(on ? USUAL : { quietFrom: null, quietTo: null }) });
        }}
      />
      {isQuiet ? (
        <form
          className="mt-2 flex flex-wrap items-center gap-2"
          onSubmit={async (event) => {
            event.preventDefault();
            const times = { quietFrom: minutesOf(shown.from), quietTo: minutesOf(shown.to) };
            if (!isWrong && (await save.run({ ...known, ...times }))) setDraft(null);
          }}
        >
          {(["from", "to"] as const).map((end) => (
            <span key={end} className="w-28">
              <TimeField
                size="m"
                aria-label={t(`notices.quiet_${end}`)}
                value={shown[end]}
                onChange={(time) => setDraft({ ...shown, [end]: time })}
              />
            </span>
          ))}
          {draft ? (
            <Button
              type="submit"
              variant="primary"
              size="s"
              pending={save.pending}
              reason={isWrong && t("notices.quiet_wrong")}
            >
              {t("action.save")}
            </Button>
          ) : null}
        </form>
      ) : null}
      {isQuiet ? <p className="hint mt-1.5">{t("notices.quiet_hint")}</p> : null}
      {hasSummaries ? <p className="hint mt-1.5">{t("notices.summaries", { zone })}</p> : null}
      {known.timeZone !== here && (isQuiet || hasSummaries) ? (
        <button
          type="button"
          className="link text-sm"
          onClick={() => void save.run({ ...known, timeZone: here })}
        >
          {t("notices.zone_use", { zone: cityOf(here) })}
        </button>
      ) : null}
    </div>
  );
}

/** The presets of paces, and the pace of each kind for users who choose their own. */
function Presets({ settings }: { settings: Settings }) {
  const t = useT();
  const name = useId();
  const { preset, channels } = settings;
  const mail = channels.some(({ name }) => name === "mail") ? "yes" : "no";
  const push = channels.some(({ name, hindrance }) => name === "push" && !hindrance) ? "on" : "off";
  // The groups stay open while their paces happen to be a preset again.
  const [isOwn, setOwn] = useState(preset === null);
  const [asked, setAsked] = useState<Preset | null>(null);
  const choose = useAction(choosePreset, {
    failed: t("notices.not_chosen"),
    done: { title: t("notices.chosen") },
  });
  const shown = isOwn ? "own" : (choose.running?.[0] ?? preset ?? "own");
  const start = async (next: Preset) => {
    setOwn(false);
    if (!(await choose.run(next))) setOwn(preset === null);
  };
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={t("notices.presets")}
        className="grid gap-2.5 p-[18px] sm:grid-cols-2"
      >
        {([...PRESETS, "own"] as const).map((each) => (
          <label
            key={each}
            className="relative flex cursor-pointer gap-3 rounded-m border border-line-strong px-3.5 py-2.5 hover:bg-deck has-checked:border-ice has-checked:bg-ice-dim"
          >
            <input
              type="radio"
              name={name}
              className="mt-[3px] size-4 flex-none accent-ice"
              checked={shown === each}
              disabled={choose.pending}
              onChange={() => {
                if (each === "own") setOwn(true);
                else if (preset === null) setAsked(each);
                else void start(each);
              }}
            />
            <span className="min-w-0">
              <b className="block font-book">{t(`notices.preset.${each}`)}</b>
              <span className="block text-sm text-ink-2">
                {t(`notices.preset.${each}_hint`, { mail, push })}
              </span>
            </span>
          </label>
        ))}
      </div>
      {shown === "own" ? <Groups settings={settings} /> : null}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("notices.preset_title")}
        description={t("notices.preset_text")}
        confirmLabel={t("notices.preset_confirm")}
        onConfirm={async () => {
          if (asked) await choosePreset(asked);
          setOwn(false);
        }}
        done={{ title: t("notices.chosen") }}
      />
    </div>
  );
}

/** Columns of the menus beside the names of kinds, by the number of channels. */
const COLUMNS = ["", "sm:grid-cols-[minmax(0,1fr)_112px]", "sm:grid-cols-[minmax(0,1fr)_112px_112px]"];
const MOST = "sm:grid-cols-[minmax(0,1fr)_112px_112px_112px]";

function Groups({ settings }: { settings: Settings }) {
  const t = useT();
  const { channels, groups, hours } = settings;
  const choose = useAction(
    async (input: PaceInput, _before: Pace) => {
      // Summaries are due by the reader's clock.
      if (hours === null && (input.pace === "daily" || input.pace === "weekly"))
        await chooseHours({ timeZone: zoneHere(), quietFrom: null, quietTo: null });
      await choosePace(input);
    },
    {
      done: (_, input, before) => ({
        title: t("notices.chosen"),
        action: {
          label: t("action.undo"),
          run: () => void choose.run({ ...input, pace: before }, input.pace),
        },
      }),
      failed: t("notices.not_chosen"),
    },
  );
  const grid = cx("grid items-center gap-x-3 gap-y-1.5", COLUMNS[channels.length] ?? MOST);
  return groups.map(({ title, kinds }) => (
    <details key={title} className="group border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-[18px] py-2 font-book">
        <span className="min-w-0 flex-1">{title}</span>
        <span className="hint">{t("notices.kinds", { count: kinds.length })}</span>
      </summary>
      <div className={cx(grid, "px-[18px] pb-1 max-sm:hidden")} aria-hidden="true">
        <span />
        {channels.map(({ name }) => (
          <span key={name} className="label">
            {t(`notices.channel.${name}`)}
          </span>
        ))}
      </div>
      <ul className="pb-2">
        {kinds.map((each) => (
          <li key={each.kind} className={cx(grid, "border-t border-line px-[18px] py-1.5")}>
            <KindRow
              notice={each}
              channels={channels}
              pending={choose.running?.[0]}
              onChoose={(input, before) => void choose.run(input, before)}
            />
          </li>
        ))}
      </ul>
    </details>
  ));
}

function KindRow(props: {
  notice: Kind;
  channels: Settings["channels"];
  pending: PaceInput | undefined;
  onChoose: (input: PaceInput, before: Pace) => void;
}) {
  const t = useT();
  const { channels, onChoose } = props;
  const { kind, title, isSafety, paces } = props.notice;
  if (isSafety)
    return (
      <>
        <span className="min-w-0">{title}</span>
        <span className="hint flex items-center gap-1.5 sm:col-[2/-1]">
          <LockIcon size={13} />
          {t("notices.safety")}
        </span>
      </>
    );
  return (
    <>
      <span className="min-w-0">{title}</span>
      {channels.map(({ name }, at) => {
        const pace = paces[at]?.pace ?? "off";
        return (
          <span key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className="hint w-24 sm:hidden">
              {t(`notices.channel.${name}`)}
            </span>
            <Select
              size="s"
              aria-label={`${title}: ${t(`notices.channel.${name}`)}`}
              className="min-w-0 flex-1"
              value={pace}
              options={PACES.map((value) => ({ value, label: t(`notices.pace.${value}`) }))}
              onChange={({ target }) => onChoose({ kind, channel: name, pace: target.value as Pace }, pace)}
            />
          </span>
        );
      })}
    </>
  );
}
