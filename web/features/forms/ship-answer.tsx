import { useId, useState } from "react";
import { SHIPS_MOST, type ShipAnswer } from "../../../worker/features/forms/forms.schema.ts";
import type { Ship } from "../../../worker/features/ships/ships.schema.ts";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { SearchIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ShipPhoto, useShips } from "../ships/index.ts";
import { type AnswerProps, Mark } from "./answer-parts.tsx";
import type { FieldWords } from "./field-words.ts";

/** Ships that a search shows at once. */
const SHOWN = 6;

/** The ships whose name or maker has every word, those first whose name begins with what was typed. */
export function foundShips(ships: readonly Ship[], typed: string): Ship[] {
  const text = typed.trim().toLowerCase();
  const parts = text.split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const begins = ({ name }: Ship) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  return ships
    .filter(({ name, nameFull, companyName }) => {
      const all = `${name} ${nameFull} ${companyName}`.toLowerCase();
      return parts.every((part) => all.includes(part));
    })
    .sort((a, b) => begins(a) - begins(b));
}

/** Ships of the catalogue, found by typing and chosen by picture; typed alone while the catalogue cannot be read. */
export function ShipAnswerField(props: AnswerProps) {
  const { question, value, onChange, words, fieldId, describedBy, isWrong } = props;
  const { data, error, mutate } = useShips();
  const [typed, setTyped] = useState("");
  const noShip = useId();
  const given = typeof value === "object" && "names" in value ? (value as ShipAnswer) : null;
  const isSeveral = question.ships === "several";
  const listed = data?.filter(({ isListed }) => isListed) ?? [];
  const chosen = (data ?? []).filter(({ id }) => given?.ids.includes(id));
  const found = foundShips(listed, typed);
  const fresh = found.filter((ship) => !chosen.includes(ship)).slice(0, SHOWN);
  const isFull = isSeveral && chosen.length >= SHIPS_MOST;
  const give = (ships: readonly Ship[]) =>
    onChange(
      ships.length > 0 ? { ids: ships.map(({ id }) => id), names: ships.map(({ name }) => name) } : undefined,
    );
  const toggle = (ship: Ship) => {
    const others = chosen.filter(({ id }) => id !== ship.id);
    if (!isSeveral) return give([ship]);
    if (others.length < chosen.length) give(others);
    else if (!isFull) give([...chosen, ship]);
  };
  const attributes = {
    ...(describedBy && { "aria-describedby": describedBy }),
    ...(isWrong && { "aria-invalid": true }),
  };
  const isUnread = error !== undefined || data?.length === 0;
  if (isUnread && !data?.length) {
    const name = given?.ids.length === 0 ? given.names[0] : given?.names.join(", ");
    return (
      <>
        <Input
          {...attributes}
          id={fieldId}
          aria-label={words.search}
          type="text"
          autoComplete="off"
          value={name ?? ""}
          onChange={({ target }) =>
            onChange(target.value ? { ids: [], names: [target.value.slice(0, 200)] } : undefined)
          }
        />
        <p className="mt-1.5 flex flex-wrap items-center gap-2 hint">
          {words.unread}
          {error ? (
            <Button size="s" variant="quiet" onClick={() => void mutate()}>
              {words.retry}
            </Button>
          ) : null}
        </p>
        <NoShip {...{ value, onChange, words }} id={noShip} />
      </>
    );
  }
  if (!data) return <Skeleton className="h-[38px] w-full" />;
  const count =
    typed.trim() === ""
      ? words.all(words.number(listed.length))
      : words.found(words.number(found.length), words.number(listed.length));
  return (
    <>
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
        <Input
          {...attributes}
          id={fieldId}
          aria-label={words.search}
          type="search"
          autoComplete="off"
          maxLength={64}
          className="pr-36! pl-9! @max-[519px]:pr-3!"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter would send the form; here it takes the only ship that is found.
            event.preventDefault();
            const [only] = found;
            if (only && found.length === 1 && !chosen.includes(only)) toggle(only);
          }}
        />
        <span
          role="status"
          className="pointer-events-none absolute inset-y-0 right-9 flex items-center hint @max-[519px]:sr-only"
        >
          {count}
        </span>
      </div>
      {chosen.length + fresh.length > 0 ? (
        <div className="mt-2.5 grid gap-2 @min-[520px]:grid-cols-3 @min-[520px]:gap-2.5">
          {[...chosen, ...fresh].map((ship) => (
            <ShipCard
              key={ship.id}
              ship={ship}
              words={words}
              name={fieldId}
              isRound={!isSeveral}
              isOn={chosen.includes(ship)}
              isWrong={isWrong}
              onChange={() => toggle(ship)}
            />
          ))}
        </div>
      ) : null}
      {typed.trim() !== "" && found.length === 0 ? <p className="mt-1.5 hint">{words.unfound}</p> : null}
      {fresh.length === SHOWN && found.length > SHOWN ? <p className="mt-1.5 hint">{words.more}</p> : null}
      {isFull ? <p className="mt-1.5 hint">{words.full}</p> : null}
      <NoShip {...{ value, onChange, words }} id={noShip} />
    </>
  );
}

function NoShip(props: Pick<AnswerProps, "value" | "onChange" | "words"> & { id: string }) {
  const { value, onChange, words, id } = props;
  const isOn = value === "none";
  return (
    <label
      htmlFor={id}
      className="target relative mt-2.5 flex min-h-6 w-fit cursor-pointer items-center gap-2.5 text-md text-ink-2"
    >
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-s"
        onChange={() => onChange(isOn ? undefined : "none")}
      />
      <Mark isOn={isOn} isRound={false} />
      {words.none}
    </label>
  );
}

function ShipCard(props: {
  ship: Ship;
  words: FieldWords;
  name: string;
  isRound: boolean;
  isOn: boolean;
  isWrong: boolean;
  onChange: () => void;
}) {
  const { ship, words, isOn, isRound, isWrong } = props;
  const scu = ship.scu > 0 ? `${words.number(ship.scu)} SCU` : null;
  const facts = [scu, ship.crew && words.crew(ship.crew)].filter(Boolean).join(", ");
  return (
    <label
      className={cx(
        "relative grid cursor-pointer grid-cols-[112px_minmax(0,1fr)] overflow-hidden rounded-m border bg-hull hover:border-ink-3 @min-[520px]:block",
        isOn
          ? "border-ice! shadow-[0_0_0_3px_var(--ice-dim)] forced-colors:border-[Highlight]!"
          : "border-line",
        isWrong && !isOn && "border-stop!",
      )}
    >
      <input
        type={isRound ? "radio" : "checkbox"}
        name={props.name}
        checked={isOn}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-m focus-visible:-outline-offset-2"
        onChange={props.onChange}
      />
      <span className="block min-h-[68px] @max-[519px]:relative @max-[519px]:*:absolute @max-[519px]:*:inset-0 @min-[520px]:aspect-[16/8.5] @min-[520px]:h-auto">
        <ShipPhoto url={ship.urlPhoto} sizes="(max-width: 700px) 112px, 240px" small />
      </span>
      <span className="grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 px-3 py-2.5 leading-[1.4]">
        <span className="pt-0.5">
          <Mark isOn={isOn} isRound={isRound} isIce />
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-book">{ship.name}</span>
          <span className="block hint">{[ship.companyName, facts].filter(Boolean).join(" · ")}</span>
        </span>
      </span>
    </label>
  );
}
