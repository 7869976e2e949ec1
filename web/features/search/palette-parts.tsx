import { type ComponentType, Fragment, type MouseEvent } from "react";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { MOD } from "../../lib/shortcuts.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import {
  ArrowRightIcon,
  BotIcon,
  CalendarIcon,
  CompassIcon,
  NoteIcon,
  PlusIcon,
  ShipIcon,
} from "../../ui/icons.tsx";
import { MARKS, type Mode, marked, type Row } from "./rows.ts";

const ICONS: Partial<Record<Row["icon"], ComponentType<{ size?: number }>>> = {
  contract: NoteIcon,
  event: CalendarIcon,
  wish: CompassIcon,
  ship: ShipIcon,
  bot: BotIcon,
  page: ArrowRightIcon,
  start: PlusIcon,
};

/** Two keys one after the other. */
export function Keys({ keys }: { keys: string }) {
  const t = useT();
  return (
    <span className="flex flex-none gap-1">
      {keys.split(" ").map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change.
        <Fragment key={at}>
          {at > 0 ? <span className="sr-only">{t("search.shortcuts.then")}</span> : null}
          <kbd className="kbd">{key.toUpperCase()}</kbd>
        </Fragment>
      ))}
    </span>
  );
}

export function Option(props: {
  id: string;
  row: Row;
  q: string;
  isActive: boolean;
  onMove: () => void;
  onPress: (event: MouseEvent) => void;
}) {
  const format = useFormat();
  const { id, row, q, isActive, onMove, onPress } = props;
  const { title, name, hit, assigns, keys } = row;
  const Icon = ICONS[row.icon];
  const line = assigns ? "" : (hit?.line ?? "");
  const tone = isActive && "text-ink-2!";
  const at = hit?.at && !assigns ? format.moment(hit.at) : "";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx(
        "flex min-h-10 cursor-default items-center gap-3 rounded-c px-3 py-1.5 max-md:min-h-12",
        isActive && "bg-ice-dim",
      )}
      onPointerMove={onMove}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      onAuxClick={onPress}
    >
      <span className={cx("grid size-6 flex-none place-items-center", isActive ? "text-ice" : "text-ink-2")}>
        {Icon ? <Icon size={16} /> : <Avatar name={title} src={hit?.avatarUrl} size="s" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="max-w-full truncate">
          {marked(title, q).map(({ text, isMatch }, piece) =>
            isMatch ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one title in their order.
              <b key={piece} className="font-semibold">
                {text}
              </b>
            ) : (
              text
            ),
          )}
        </span>
        {name ? <span className={cx("max-w-full truncate hint", tone)}>{name}</span> : null}
      </span>
      <span className={cx("hint max-w-[45%] flex-none truncate text-right", tone)}>
        {[line, at].filter(Boolean).join(" · ")}
      </span>
      {keys ? (
        <span className="max-md:hidden">
          <Keys keys={keys} />
        </span>
      ) : null}
      {isActive && !keys ? <kbd className="kbd max-md:hidden">↵</kbd> : null}
    </div>
  );
}

/** What keys do, and how to search some of it. */
export function Foot(props: { mode: Mode; isEmpty: boolean; onNarrow: (mark: string) => void }) {
  const t = useT();
  const { mode, isEmpty, onNarrow } = props;
  return (
    <div className="hint flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2">
      <span className={cx("flex items-center gap-1.5 max-md:hidden", isEmpty && "invisible")}>
        <kbd className="kbd">{MOD} ↵</kbd>
        {t("search.key.new_tab")}
      </span>
      <span className="ml-auto flex flex-wrap gap-x-1.5 max-md:ml-0">
        {Object.entries(MARKS).map(([mark, markMode]) => (
          <button
            key={mark}
            type="button"
            aria-pressed={mode === markMode}
            className="target flex min-h-7 items-center gap-1.5 rounded-s px-1.5 hover:text-ink aria-pressed:text-ice max-md:rounded-full max-md:border max-md:border-line-strong max-md:px-2.5"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onNarrow(mark)}
          >
            <span className="kbd max-md:hidden" aria-hidden="true">
              {mark}
            </span>
            {t(`search.mode.${markMode}`)}
          </button>
        ))}
      </span>
    </div>
  );
}
