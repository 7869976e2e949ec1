import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ShipPhoto } from "../ships/index.ts";
import { useShipsById } from "./words.ts";

const SHOWN = 20;

/** Looks for the ship that a name means. With `count`, the number of rows, these can be left out instead: null. */
export function ShipSearch(props: {
  name: string;
  count?: number;
  onChoose: (shipId: number | null) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { ships } = useShipsById();
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ships.filter(({ name, nameFull, companyName }) => {
    const all = `${name} ${nameFull} ${companyName}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <Dialog open onOpenChange={props.onClose} title={t("imports.which_ship", { name: props.name })} bare>
      <div className="pad-wide pt-4 pb-3">
        <TextField
          label={t("imports.search_ships")}
          hint={t("imports.found", { count: found.length })}
          type="search"
          autoComplete="off"
          maxLength={64}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {props.count ? (
          <Button
            size="s"
            variant="quiet"
            className="mt-2"
            onClick={() => {
              props.onChoose(null);
              props.onClose();
            }}
          >
            {t("imports.leave_out")}
          </Button>
        ) : null}
      </div>
      {found.length === 0 ? (
        <EmptyState title={t("imports.no_ship_found")} />
      ) : (
        <ul className="border-t border-line">
          {found.slice(0, SHOWN).map(({ id, name, companyName, urlPhoto, isListed }) => (
            <li key={id} className="border-t border-line first:border-t-0">
              <button
                type="button"
                className="flex w-full items-center gap-3 pad-wide py-2 text-left text-md hover:bg-rail focus-visible:-outline-offset-2"
                onClick={() => {
                  props.onChoose(id);
                  props.onClose();
                }}
              >
                <span className="h-9 w-16 flex-none overflow-hidden rounded-s">
                  <ShipPhoto url={urlPhoto} sizes="64px" small />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block truncate hint">
                    {companyName}
                    {isListed ? "" : ` · ${t("ships.not_listed")}`}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
