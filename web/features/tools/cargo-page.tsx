import { useId } from "react";
import { CONTAINER_SIZES, type ContainerSize } from "../../../worker/features/ships/ships.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Page } from "../../ui/page.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { CargoPlan } from "./cargo-plan.tsx";
import { type Cargo, MOST, readCount, useCargo } from "./use-cargo.ts";

function CountField(props: {
  label: string;
  value: string;
  most: number;
  unit?: string;
  hint?: string;
  onChange: (count: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { label, value, most, unit, hint, onChange } = props;
  const { typed, type } = useTyped(value, onChange);
  const isWrong = readCount(typed, most) === undefined;
  return (
    <NumberField
      {...{ label, hint, unit }}
      error={isWrong ? t("cargo.number", { most: format.number(most) }) : null}
      value={typed}
      onChange={type}
      onKeyDown={({ key }) => key === "Enter" && type(typed, true)}
    />
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
      <CountField
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
  const { capacity, known, offered, sizes, change } = cargo;
  if (capacity === null) return null;
  const hint = known ? "sizes_known" : "sizes_typed";
  const choose = (size: ContainerSize, isChosen: boolean) =>
    change({ fits: offered.filter((each) => (each === size ? isChosen : sizes.includes(each))) });
  return (
    <fieldset className="min-w-0 border-t border-line p-[18px] max-md:p-4" aria-describedby={id}>
      <legend className="float-left mb-2 w-full text-md text-ink-2">{t("cargo.sizes")}</legend>
      <div className="clear-both flex flex-wrap gap-x-3.5 gap-y-1.5">
        {known?.map((size) => (
          <span key={size} className="figure text-lg">
            {size}
          </span>
        ))}
        {(known ? [] : offered).map((size) => (
          <Checkbox
            key={size}
            label={<span className="tabular-nums">{size}</span>}
            checked={sizes.includes(size)}
            onChange={({ target }) => choose(size, target.checked)}
          />
        ))}
      </div>
      <p id={id} className="mt-1.5 hint">
        {t(`cargo.${hint}`)}
      </p>
    </fieldset>
  );
}

function LoadFields({ cargo }: { cargo: Cargo }) {
  const t = useT();
  const { address, change } = cargo;
  return (
    <div className="grid gap-4 border-t border-line p-[18px] max-md:p-4">
      <div>
        <p className="mb-[5px] text-md text-ink-2">{t("cargo.load")}</p>
        <SegmentedRadio
          label={t("cargo.load")}
          fill
          options={(["scu", "boxes"] as const).map((by) => ({ value: by, label: t(`cargo.by.${by}`) }))}
          value={address.by}
          onChange={(by) => change({ by })}
        />
      </div>
      {address.by === "scu" ? (
        <CountField
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
            <CountField
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

export default function CargoPage() {
  const t = useT();
  const id = useId();
  const cargo = useCargo();
  const { address, load } = cargo;
  const isFull = address.by === "scu" && load === null && cargo.capacity !== null;
  const isBegun = cargo.capacity !== null || address.load !== "" || Object.keys(cargo.boxes).length > 0;
  return (
    <Page
      title={t("tools.cargo")}
      documentTitle={t("tools.cargo")}
      above={<BackLink to="/tools">{t("tools.title")}</BackLink>}
      actions={isBegun ? <Button onClick={cargo.clear}>{t("cargo.clear")}</Button> : null}
    >
      <div className="panel grid grid-cols-[minmax(0,380px)_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]">
        <section aria-label={t("cargo.input")} className="min-w-0">
          <ShipFields cargo={cargo} />
          <SizeFields cargo={cargo} />
          <LoadFields cargo={cargo} />
        </section>
        <section
          aria-labelledby={id}
          className={cx(
            "min-w-0 border-l border-line max-lg:border-t max-lg:border-l-0",
            !isBegun && "max-md:hidden",
          )}
        >
          <h2 id={id} className="border-b border-line pad py-3.5">
            {t(isFull ? "cargo.result_full" : "cargo.result")}
          </h2>
          <div aria-live="polite">
            <CargoPlan cargo={cargo} />
          </div>
        </section>
      </div>
    </Page>
  );
}
