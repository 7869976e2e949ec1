import { type ReactNode, useState } from "react";
import type { FoundShip, Listed, OpenName } from "../../../worker/features/imports/imports.schema.ts";
import type { PlannedShip } from "../../../worker/features/imports/plan.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { usePledgeWords } from "../ships/index.ts";
import { Line, LinkButton } from "./lines.tsx";
import { ShipSearch } from "./ship-search.tsx";
import type { Importing } from "./use-import.ts";
import { useRowWords, useShipsById } from "./words.ts";

/**
 * A ship of the file: its name there, the ship, and how it was found; with a checkbox where it can be left out. Each further
 * name that means the same ship has a line of its own, from which it can be sent to another ship.
 */
export function ShipLine(props: { ship: PlannedShip; importing: Importing; onToggle?: () => void }) {
  const t = useT();
  const { shipOf } = useShipsById();
  const rowWords = useRowWords();
  const pledgeWords = usePledgeWords();
  const { ship, importing, onToggle } = props;
  const { found, answered, entry, adds, isWanted, isTaken } = ship;
  const known = shipOf(ship.shipId);
  const name = known?.name ?? "";
  const [first = found, ...others] = found ? [found, ...answered] : answered;
  const hintsOf = (listed: Listed) => [
    rowWords([listed]),
    listed.nickname && t("imports.called", { nickname: listed.nickname }),
    ...pledgeWords(listed.pledges),
    isWanted && t("imports.wish"),
  ];
  if (!first) return null;
  const inHangar = entry && adds > 0 && t("imports.in_hangar", { count: entry.quantity });
  return (
    <>
      <SpellingLine
        listed={first}
        importing={importing}
        isWanted={isWanted}
        lead={
          onToggle && (
            <Checkbox hideLabel label={t("imports.take", { name })} checked={isTaken} onChange={onToggle} />
          )
        }
        fromHint={[...hintsOf(first), inHangar].filter(Boolean).join(" · ")}
        to={adds > 1 ? `${name} × ${adds}` : name}
        maker={known?.companyName}
      />
      {others.map((listed) => (
        <SpellingLine
          key={listed.name}
          listed={listed}
          importing={importing}
          isWanted={isWanted}
          fromHint={hintsOf(listed).filter(Boolean).join(" · ")}
          to={name}
          maker={t("imports.counted")}
        />
      ))}
    </>
  );
}

/** A name of the file and its ship; one that is not the ship's own can be sent to another. */
function SpellingLine(props: {
  listed: FoundShip | OpenName;
  importing: Importing;
  isWanted: boolean;
  lead?: ReactNode;
  fromHint: string;
  to: string;
  maker: string | undefined;
}) {
  const t = useT();
  const [isChanging, setIsChanging] = useState(false);
  const { listed, importing, isWanted, maker, ...line } = props;
  const spelling = "key" in listed ? listed : null;
  const { answers } = importing.choices;
  const way = isWanted ? "wanted" : spelling?.remembered ? "remembered" : listed.way;
  const send = (shipId: number | null) =>
    spelling && importing.choose({ answers: { ...answers, [spelling.key]: shipId } });
  return (
    <>
      <Line
        {...line}
        from={listed.name}
        toHint={
          spelling ? (
            <>
              {t("imports.spelling")} ·{" "}
              <LinkButton onClick={() => setIsChanging(true)} subject={listed.name}>
                {t("imports.change")}
              </LinkButton>
            </>
          ) : (
            maker
          )
        }
      >
        <span className="hint">{way && t(`imports.way.${way}`)}</span>
      </Line>
      {isChanging && spelling ? (
        <ShipSearch
          name={spelling.name}
          count={spelling.rowCount}
          onChoose={send}
          onClose={() => setIsChanging(false)}
        />
      ) : null}
    </>
  );
}
