import { useEffect, useRef, useState } from "react";
import type { ImportReview, OpenName } from "../../../worker/features/imports/imports.schema.ts";
import type { ImportPlan, PlannedShip } from "../../../worker/features/imports/plan.schema.ts";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Group, Line, Lines, LinkButton } from "./lines.tsx";
import { Question } from "./question.tsx";
import { ShipLine } from "./ship-line.tsx";
import { Summary } from "./summary.tsx";
import type { Importing } from "./use-import.ts";
import { useRowWords, useShipsById } from "./words.ts";

export function Review(props: { importing: Importing; review: ImportReview; plan: ImportPlan }) {
  const t = useT();
  const { importing, review, plan } = props;
  return (
    <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid gap-3">
        {importing.isRenewed ? (
          <p role="alert" className="rounded-m border border-wait/45 bg-wait/8 px-3.5 py-2.5 text-md">
            {t("imports.renewed")}
          </p>
        ) : null}
        <section className="panel overflow-hidden" aria-label={t("imports.rows_label")}>
          <OpenNames importing={importing} review={review} />
          <NewShips importing={importing} plan={plan} />
          <MissingShips importing={importing} plan={plan} />
          <UnreadRows review={review} />
          <SameShips plan={plan} importing={importing} />
        </section>
        <p>
          <LinkButton onClick={importing.restart}>{t("imports.choose_another")}</LinkButton>
        </p>
      </div>
      <Summary importing={importing} review={review} plan={plan} />
    </div>
  );
}

function OpenNames({ importing, review }: { importing: Importing; review: ImportReview }) {
  const t = useT();
  const rowWords = useRowWords();
  const { shipOf } = useShipsById();
  const { answers } = importing.choices;
  const [chosen, setChosen] = useState<string | null>(null);
  const question = useRef<HTMLHeadingElement>(null);
  const isAnswered = ({ key }: OpenName) => Object.hasOwn(answers, key);
  // Names with a remembered answer, or with one ship that they can mean, are not asked about unless they are changed.
  const asked = review.open.filter(
    (open) => (open.remembered ?? open.shipId) === null || isAnswered(open) || open.key === chosen,
  );
  const isWaiting = (open: OpenName) => !isAnswered(open) && !open.isWanted;
  const current = asked.find(({ key }) => key === chosen) ?? asked.find(isWaiting);
  const moved = useRef(false);
  useEffect(() => {
    // The next question gets the focus, but not the first one when the page opens.
    if (moved.current) focusBack(current ? question.current : null);
    moved.current = true;
  }, [current]);
  if (asked.length === 0) return null;
  const answer = (names: readonly OpenName[], shipId: number | null) => {
    setChosen(null);
    const given = Object.fromEntries(names.map(({ key }) => [key, shipId]));
    importing.choose({ answers: { ...answers, ...given } });
  };
  const waiting = asked.filter(isWaiting);
  const others = asked.filter((open) => open !== current);
  return (
    <>
      <Group title={t("imports.ambiguous")} count={asked.length} hint={t("imports.ambiguous_hint")} />
      {current ? (
        <Question
          key={current.key}
          heading={question}
          open={current}
          answer={answers[current.key] ?? current.remembered ?? current.shipId}
          owned={review.hangar}
          onAnswer={(shipId) => answer([current], shipId)}
        />
      ) : null}
      <Lines items={others} keyOf={({ key }) => key}>
        {(open) => {
          const shipId = answers[open.key];
          return (
            <Line
              from={open.name}
              fromHint={rowWords([open])}
              to={isWaiting(open) ? null : shipId ? shipOf(shipId)?.name : t("imports.left_out")}
              toHint={
                <>
                  {shipId ? `${t("imports.you_chose")} · ` : open.isWanted ? `${t("imports.wish")} · ` : null}
                  <LinkButton onClick={() => setChosen(open.key)} subject={open.name}>
                    {t(isWaiting(open) ? "imports.answer" : "imports.change")}
                  </LinkButton>
                </>
              }
            >
              {isWaiting(open) ? <Badge tone="wait">{t("imports.waits")}</Badge> : null}
              {shipId ? <Badge tone="go">{t("imports.resolved")}</Badge> : null}
            </Line>
          );
        }}
      </Lines>
      {waiting.length > 1 ? (
        <p className="px-[18px] pb-3 pl-12">
          <LinkButton onClick={() => answer(waiting, null)}>
            {t("imports.leave_rest", { count: waiting.length })}
          </LinkButton>
        </p>
      ) : null}
      {review.openBeyond > 0 ? (
        <p className="border-t border-line px-[18px] py-2.5 hint text-ink-2">
          {t("imports.beyond", { count: review.openBeyond })}
        </p>
      ) : null}
    </>
  );
}

const toggled = (ids: readonly number[], id: number) =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];

/** Whether a ship is in the file apart from the reader's new answers. */
const isFound = ({ found, answered }: PlannedShip, { choices }: Importing) =>
  found !== null || answered.some(({ key }) => !Object.hasOwn(choices.answers, key));

function NewShips({ importing, plan }: { importing: Importing; plan: ImportPlan }) {
  const t = useT();
  const { choices, choose } = importing;
  const fresh = plan.fresh.filter((ship) => isFound(ship, importing));
  const toggle = ({ shipId, isWanted }: PlannedShip) => {
    const name = isWanted ? "wanted" : "left";
    choose({ [name]: toggled(choices[name], shipId) });
  };
  return (
    <>
      <Group
        title={t("imports.new")}
        count={fresh.length}
        hint={t(fresh.length > 0 ? "imports.new_hint" : "imports.new_none")}
      />
      <Lines items={fresh} keyOf={({ shipId, isWanted }) => `${shipId} ${isWanted}`}>
        {(ship) => <ShipLine ship={ship} importing={importing} onToggle={() => toggle(ship)} />}
      </Lines>
    </>
  );
}

function MissingShips({ importing, plan: { missing } }: { importing: Importing; plan: ImportPlan }) {
  const t = useT();
  const format = useFormat();
  const { shipOf } = useShipsById();
  const { removed } = importing.choices;
  if (missing.length === 0) return null;
  return (
    <>
      <Group title={t("imports.missing")} count={missing.length} hint={t("imports.missing_hint")} />
      <Lines items={missing} keyOf={({ shipId }) => String(shipId)}>
        {({ shipId, quantity, acquiredDate }) => {
          const isRemoved = removed.includes(shipId);
          const instead = t(isRemoved ? "imports.keep_instead" : "imports.remove_instead");
          const name = shipOf(shipId)?.name ?? "";
          return (
            <Line
              from={quantity > 1 ? `${name} × ${quantity}` : name}
              fromHint={t("imports.acquired", { date: format.date(acquiredDate) })}
              to={isRemoved ? <span className="text-stop">{t("imports.remove")}</span> : t("imports.keep")}
            >
              <Button
                size="s"
                variant="quiet"
                aria-label={`${instead}: ${name}`}
                onClick={() => importing.choose({ removed: toggled(removed, shipId) })}
              >
                {instead}
              </Button>
            </Line>
          );
        }}
      </Lines>
    </>
  );
}

function UnreadRows({ review }: { review: ImportReview }) {
  const t = useT();
  const { unread, unreadCount, columns } = review;
  if (unreadCount + columns.length === 0) return null;
  return (
    <>
      <Group
        title={t("imports.unread")}
        count={unreadCount}
        hint={columns.length > 0 ? t("imports.columns", { columns: columns.join(", ") }) : undefined}
      />
      <Lines items={unread} keyOf={({ row }) => String(row)}>
        {({ row, reason }) => <Line from={t("imports.row", { row })} to={t(`imports.unread.${reason}`)} />}
      </Lines>
    </>
  );
}

function SameShips({ plan, importing }: { plan: ImportPlan; importing: Importing }) {
  const t = useT();
  const same = plan.same.filter((ship) => isFound(ship, importing));
  // Opens at once where a name is not a ship's own.
  const [isShown, setIsShown] = useState(() => same.some(({ answered }) => answered.length > 0));
  if (same.length === 0) return null;
  return (
    <>
      <Group
        title={t("imports.same")}
        count={same.length}
        hint={
          <LinkButton
            onClick={() => setIsShown(!isShown)}
            aria-expanded={isShown}
            subject={t("imports.same")}
          >
            {t(isShown ? "imports.hide" : "imports.show")}
          </LinkButton>
        }
      />
      {isShown ? (
        <Lines items={same} keyOf={({ shipId }) => String(shipId)}>
          {(ship) => <ShipLine ship={ship} importing={importing} />}
        </Lines>
      ) : null}
    </>
  );
}
