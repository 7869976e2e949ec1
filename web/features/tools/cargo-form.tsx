import { useId } from "react";
import { CONTAINER_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { type Cargo, MOST, readCount } from "./use-cargo.ts";

/** A whole number in the address. */
function NumberField(props: {
  label: string;
  value: string;
  most: number;
  hint?: string;
  onChange: (typed: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { typed, type } = useTyped(props.value, props.onChange);
  const isWrong = readCount(typed.trim(), props.most) === undefined;
  return (
    <Field
      label={props.label}
      hint={props.hint}
      error={isWrong ? t("cargo.number", { most: format.number(props.most) }) : null}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        className="tabular-nums"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") type(typed, true);
        }}
      />
    </Field>
  );
}

function ShipFields({ cargo }: { cargo: Cargo }) {
  const t = useT();
  const { ships, choices, own, ship, address, change } = cargo;
  const isEmpty = ships.data !== undefined && choices.length === 0;
  const nameOf = (each: (typeof choices)[number]) => {
    const name = `${each.name} - ${each.companyName}`;
    return own.has(each.id) ? t("cargo.ship_yours", { name }) : name;
  };
  return (
    <div className="grid gap-4 p-[18px] max-md:p-4">
      <Field
        label={t("cargo.ship")}
        error={ships.error && !ships.data ? t("cargo.ships_failed") : null}
        hint={isEmpty ? t("cargo.ships_empty") : undefined}
      >
        <Combobox
          label={t("cargo.ship")}
          value={ship?.id ?? null}
          options={choices.map((each) => ({ value: each.id, label: nameOf(each) }))}
          onChange={(shipId) => change({ ship: shipId, hold: "", fits: null })}
          placeholder={t("cargo.ship_placeholder")}
          emptyText={t("cargo.ship_none")}
        />
      </Field>
      {ships.error && !ships.data ? (
        <Button className="justify-self-start" onClick={() => void ships.mutate()}>
          {t("action.retry")}
        </Button>
      ) : null}
      <NumberField
        label={t("cargo.hold")}
        value={ship ? String(cargo.capacity) : address.hold}
        most={MOST.hold}
        onChange={(hold) => change({ ship: null, hold, fits: null })}
      />
    </div>
  );
}

function SizeFields({ cargo }: { cargo: Cargo }) {
  const t = useT();
  const id = useId();
  const { capacity, ship, known, offered, sizes, change } = cargo;
  const hint =
    capacity === null
      ? t("cargo.sizes_first")
      : t(known ? "cargo.sizes_known" : ship ? "cargo.sizes_unknown" : "cargo.sizes_typed");
  return (
    <fieldset className="min-w-0 border-t border-line p-[18px] max-md:p-4" aria-describedby={id}>
      <legend className="float-left mb-2 w-full text-md text-ink-2">{t("cargo.sizes")}</legend>
      <div className="clear-both flex flex-wrap gap-x-3.5 gap-y-1.5">
        {capacity === null
          ? null
          : known
            ? known.map((size) => (
                <span key={size} className="figure text-lg">
                  {size}
                </span>
              ))
            : offered.map((size) => (
                <Checkbox
                  key={size}
                  label={<span className="tabular-nums">{size}</span>}
                  checked={sizes.includes(size)}
                  onChange={({ target }) =>
                    change({
                      fits: offered.filter((each) => (each === size ? target.checked : sizes.includes(each))),
                    })
                  }
                />
              ))}
      </div>
      <p id={id} className="mt-1.5 hint">
        {hint}
      </p>
    </fieldset>
  );
}

function LoadFields({ cargo }: { cargo: Cargo }) {
  const t = useT();
  const { address, change } = cargo;
  return (
    <div className="grid gap-4 border-t border-line p-[18px] max-md:p-4">
      <SegmentedRadio
        label={t("cargo.load")}
        fill
        options={(["scu", "boxes"] as const).map((by) => ({ value: by, label: t(`cargo.by.${by}`) }))}
        value={address.by}
        onChange={(by) => change({ by })}
      />
      {address.by === "scu" ? (
        <NumberField
          label={t("cargo.load_scu")}
          value={address.load}
          most={MOST.load}
          hint={t("cargo.load_hint")}
          onChange={(load) => change({ load })}
        />
      ) : (
        <fieldset className="grid min-w-0 grid-cols-4 gap-3">
          <legend className="sr-only">{t("cargo.boxes")}</legend>
          {CONTAINER_SIZES.map((size) => (
            <NumberField
              key={size}
              label={t("cargo.box", { size })}
              value={address[`box${size}`]}
              most={MOST.box}
              onChange={(count) => change({ [`box${size}`]: count })}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** What is asked: the ship, what fits into it, and what there is to carry. */
export function CargoForm({ cargo }: { cargo: Cargo }) {
  const t = useT();
  return (
    <section aria-label={t("cargo.input")} className="min-w-0">
      <ShipFields cargo={cargo} />
      <SizeFields cargo={cargo} />
      <LoadFields cargo={cargo} />
    </section>
  );
}
