import { type ComponentType, type Ref, useId } from "react";
import type { StageFilter } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Dot } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { ChevronRightIcon, PlusIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ProspectCard, useCrm } from "../prospect-parts.tsx";
import { prospects } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";

type ColumnProps = {
  stage: StageFilter;
  /** Number of cards; null shows the number of loaded ones, with a plus if there are more. */
  count: string | null;
  /** Whether the card that is dragged can be dropped here. */
  welcome?: "open" | "over" | "closed" | null;
  /** The element that cards can be dropped on. */
  ref?: Ref<HTMLDivElement>;
  Card?: ComponentType<{ prospect: Prospect; isMixed?: boolean }>;
  /** Folds the column to its number, or unfolds it. */
  onFold?: (() => void) | undefined;
};

const WELCOME = {
  open: "outline-line-strong outline-dashed",
  over: "bg-ice-dim outline-ice",
  closed: "opacity-55",
};
const COLUMN =
  "min-w-0 rounded-l bg-hull/60 outline-1 -outline-offset-1 outline-transparent transition-[outline-color,background-color,opacity] duration-150";

const toneOf = (stage: StageFilter) => STATUS_TONE[stage === "open" ? "intro" : stage];

/** A column as its name and number; cards can be dropped on it. */
export function FoldedColumn({ stage, count, welcome, ref, onFold }: ColumnProps) {
  const t = useT();
  const id = useId();
  return (
    <div ref={ref} className="min-w-0">
      <section
        aria-labelledby={id}
        className={cx(
          COLUMN,
          count !== "0" && "h-full",
          "relative px-2 py-4 hover:bg-hull",
          welcome && WELCOME[welcome],
        )}
      >
        <h2 id={id} className="flex items-center gap-2.5 [writing-mode:vertical-lr]">
          <Dot tone={toneOf(stage)} />
          <button
            type="button"
            aria-expanded={false}
            className="covers after:rounded-l focus-visible:after:outline-offset-0"
            onClick={onFold}
          >
            {t(`stage.${stage}`)}
          </button>{" "}
          <span className="figure text-sm text-ink-3">{count}</span>
        </h2>
      </section>
    </div>
  );
}

export function BoardColumn(props: ColumnProps) {
  const t = useT();
  const id = useId();
  const format = useFormat();
  const { list, query, add } = useCrm();
  const { stage, count, welcome, ref, Card = ProspectCard, onFold } = props;
  const source = prospects.useList({ ...query, stage }, { size: 20 });
  const loaded = source.list ? `${source.list.items.length}${source.list.more ? "+" : ""}` : "";
  return (
    <div ref={ref} className="min-w-0">
      <section aria-labelledby={id} className={cx(COLUMN, "px-2.5 py-3", welcome && WELCOME[welcome])}>
        <header className="flex min-h-7 items-center gap-2.5 px-1 pb-2.5">
          <Dot tone={toneOf(stage)} />
          <h2 id={id} className="flex items-baseline gap-2.5">
            {t(`stage.${stage}`)}
            <span className="figure text-sm text-ink-3">{count ?? loaded}</span>
          </h2>
          {add && stage === "intro" ? (
            <IconButton
              label={t("prospects.add")}
              icon={<PlusIcon />}
              size="s"
              className="-my-1 -mr-1.5 ml-auto"
              onClick={add}
            />
          ) : null}
          {onFold ? (
            <IconButton
              label={t("prospects.column_fold", { stage: t(`stage.${stage}`) })}
              icon={<ChevronRightIcon />}
              size="s"
              className="-my-1 -mr-1.5 ml-auto"
              aria-expanded
              onClick={onFold}
            />
          ) : null}
        </header>
        <ListView
          source={source}
          loading={
            <div className="grid gap-2.5">
              {["a", "b", "c"].map((key) => (
                <Skeleton key={key} className="h-[104px] rounded-m" />
              ))}
            </div>
          }
          empty={
            <p className="px-2 py-6 text-center text-sm text-ink-3">
              {t(list.isNarrowed ? "prospect.no_match" : "prospects.none_here")}
            </p>
          }
          stateClass="-mx-4"
          moreLabel={(loaded) => t("prospects.load_more", { loaded: format.number(loaded) })}
          moreClass="mt-2"
        >
          {(items) => (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
              {items.map((prospect) => (
                <li key={prospect.id}>
                  <Card prospect={prospect} isMixed={stage === "open"} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </section>
    </div>
  );
}
