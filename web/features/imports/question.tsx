import { type RefObject, useId, useState } from "react";
import type { OpenName, ReviewedEntry } from "../../../worker/features/imports/imports.schema.ts";
import type { Ship } from "../../../worker/features/ships/ships.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { ShipPhoto } from "../ships/index.ts";
import { ShipSearch } from "./ship-search.tsx";
import { useRowWords, useShipsById } from "./words.ts";

/** Asks which ship a name means: a candidate, another ship, or none. */
export function Question(props: {
  heading: RefObject<HTMLHeadingElement | null>;
  open: OpenName;
  answer: number | null | undefined;
  owned: readonly ReviewedEntry[];
  onAnswer: (shipId: number | null) => void;
}) {
  const t = useT();
  const id = useId();
  const rowWords = useRowWords();
  const { shipOf } = useShipsById();
  const { open, answer, owned, onAnswer } = props;
  const [chosen, setChosen] = useState<number | null>(answer ?? null);
  const [isSearching, setIsSearching] = useState(false);
  const ids = open.shipId === null ? open.candidates : [open.shipId];
  const candidates = ids.flatMap((shipId) => shipOf(shipId) ?? []);
  const ship = candidates.find((each) => each.id === chosen);
  const hasCandidates = candidates.length > 0;
  const about = [rowWords([open]), open.nickname && t("imports.called", { nickname: open.nickname })];
  return (
    <div className="border-t border-line bg-deck px-[18px] pt-3.5 pb-4 max-md:px-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 ref={props.heading} tabIndex={-1} id={id} className="font-semibold [overflow-wrap:anywhere]">
          {t("imports.which_ship", { name: open.name })}
        </h3>
        <span className="hint [overflow-wrap:anywhere] text-ink-2">
          {about.filter(Boolean).join(" · ")}
          {open.slug ? (
            <>
              {" · "}
              <span className="font-mono text-ink">{open.slug}</span>
            </>
          ) : null}
        </span>
      </div>
      {hasCandidates && open.way === null ? (
        <p className="mt-1 text-md text-ink-2">{t("imports.similar")}</p>
      ) : null}
      {hasCandidates ? (
        <div
          role="radiogroup"
          aria-labelledby={id}
          className="my-3 grid grid-cols-4 max-md:grid-cols-2 gap-2.5"
        >
          {candidates.map((each) => (
            <Candidate
              key={each.id}
              ship={each}
              name={id}
              isOwned={owned.some(({ shipId }) => shipId === each.id)}
              isChosen={each.id === chosen}
              onChoose={() => setChosen(each.id)}
            />
          ))}
        </div>
      ) : null}
      {hasCandidates ? null : <p className="mt-1 mb-3 text-md text-ink-2">{t("imports.no_such_ship")}</p>}
      <div className="flex flex-wrap gap-2">
        {hasCandidates ? (
          <Button
            size="s"
            variant="primary"
            reason={ship ? null : t("imports.choose_first")}
            onClick={() => ship && onAnswer(ship.id)}
          >
            {ship ? t("imports.use", { ship: ship.name }) : t("imports.use_chosen")}
          </Button>
        ) : null}
        <Button size="s" variant={hasCandidates ? "quiet" : "primary"} onClick={() => setIsSearching(true)}>
          {t(hasCandidates ? "imports.another_ship" : "imports.choose_ship")}
        </Button>
        <Button size="s" variant="quiet" onClick={() => onAnswer(null)}>
          {t("imports.leave_out")}
        </Button>
      </div>
      {isSearching ? (
        <ShipSearch name={open.name} onChoose={onAnswer} onClose={() => setIsSearching(false)} />
      ) : null}
    </div>
  );
}

function Candidate(props: {
  ship: Ship;
  name: string;
  isOwned: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { ship, name, isOwned, isChosen, onChoose } = props;
  const [role] = ship.roles;
  const figures = [
    ship.scu > 0 && t("imports.scu", { scu: format.number(ship.scu) }),
    ship.crew && t("imports.crew", { crew: ship.crew.replace("-", "–") }),
  ].filter(Boolean);
  return (
    <label
      className={cx(
        "relative block cursor-pointer overflow-hidden rounded-m border bg-hull has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ice",
        isChosen ? "border-ice shadow-[0_0_0_3px_var(--ice-dim)]" : "border-line-strong",
      )}
    >
      <span className="block aspect-[16/7.4] overflow-hidden">
        <ShipPhoto url={ship.urlPhoto} sizes="(max-width: 700px) 46vw, 240px" small />
      </span>
      <span className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2 px-2.5 pt-[9px] pb-2.5 text-md leading-[1.35]">
        <input
          type="radio"
          name={name}
          className="size-[15px] accent-ice outline-none"
          checked={isChosen}
          onChange={onChoose}
        />
        <span className="font-semibold [overflow-wrap:anywhere]">{ship.name}</span>
        <span className="col-start-2 hint">{figures.join(" · ")}</span>
        <span className="col-start-2 hint">
          {isOwned ? t("imports.owned") : role ? t(`ships.role.${role}`) : ship.companyName}
        </span>
      </span>
    </label>
  );
}
