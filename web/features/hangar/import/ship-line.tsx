import { useState } from "react";
import type { PlannedShip } from "../../../../worker/features/hangar/import/plan.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Line, LinkButton } from "./lines.tsx";
import { ShipSearch } from "./ship-search.tsx";
import type { Importing } from "./use-import.ts";
import { useRowWords, useShipsById } from "./words.ts";

/** A ship of the file: its name there, which ship it is, and how that was found; with a tick where it can be left out. */
export function ShipLine(props: { ship: PlannedShip; importing: Importing; onToggle?: () => void }) {
  const t = useT();
  const rowWords = useRowWords();
  const { shipOf } = useShipsById();
  const [isChanging, setIsChanging] = useState(false);
  const { ship, importing, onToggle } = props;
  const { found, answered, entry, adds, isWanted, isTaken, nickname } = ship;
  const listed = [...(found ? [found] : []), ...answered];
  const [first] = listed;
  const known = shipOf(ship.shipId);
  const name = known?.name ?? "";
  const remembered = found ? undefined : answered[0];
  const hints = [
    rowWords(listed),
    nickname && t("imports.called", { nickname }),
    isWanted && t("imports.wish"),
    entry && adds > 0 && t("imports.in_hangar", { count: entry.quantity }),
  ].filter(Boolean);
  const how = isWanted
    ? t("imports.way.wanted")
    : remembered
      ? t("imports.way.remembered")
      : found
        ? t(`imports.way.${found.way}`)
        : null;
  return (
    <>
      <Line
        lead={
          onToggle ? (
            <Checkbox hideLabel label={t("imports.take", { name })} checked={isTaken} onChange={onToggle} />
          ) : null
        }
        from={first?.name ?? ""}
        fromHint={hints.join(" · ")}
        to={adds > 1 ? `${name} × ${adds}` : name}
        toHint={
          remembered ? (
            <LinkButton onClick={() => setIsChanging(true)} of={remembered.name}>
              {t("imports.change")}
            </LinkButton>
          ) : (
            known?.companyName
          )
        }
      >
        <span className="hint">{how}</span>
      </Line>
      {isChanging && remembered ? (
        <ShipSearch
          name={remembered.name}
          onChoose={(shipId) =>
            importing.choose({ answers: { ...importing.choices.answers, [remembered.key]: shipId } })
          }
          onClose={() => setIsChanging(false)}
        />
      ) : null}
    </>
  );
}
