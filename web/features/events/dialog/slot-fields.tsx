import { useState } from "react";
import { MOST_SLOTS } from "../../../../worker/features/events/events.schema.ts";
import { SHIP_ROLES, type ShipRole } from "../../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../../lib/number.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { Field, Input, Select } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, PlusIcon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/section.tsx";
import { useShips } from "../../ships/index.ts";
import { type EventValues, newSlot, type SlotValues, seatsOf } from "./form-values.ts";
import { Stepper } from "./stepper.tsx";

const MOST_SEATS = 100;

/** Gives an element the focus once it is drawn where it belongs. */
const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());
const nameId = (id: number) => `event-slot-${id}`;
const ADD = "event-slot-add";

/** The slots that the event has when they are opened, and who has them. */
type Taken = { slots: readonly SlotValues[]; takenOf: (slotId: number) => number };

/** The places by role and ship: added, changed, ordered and removed. */
export function SlotFields({ form, taken }: { form: FormParts<EventValues>; taken: Taken }) {
  const t = useT();
  const [removed, setRemoved] = useState<SlotValues | null>(null);
  const { slots, maxAttendees } = form.values;
  const isWrong = form.errorOf("slots") !== undefined;
  const set = (next: SlotValues[]) => {
    form.set("slots", next);
    const most = numberOf(maxAttendees);
    // An event has at least the places of its slots.
    if (most !== null && most < seatsOf(next)) form.set("maxAttendees", fieldNumber(seatsOf(next)));
  };
  const change = (id: number, more: Partial<SlotValues>) =>
    set(slots.map((slot) => (slot.id === id ? { ...slot, ...more } : slot)));
  const remove = ({ id }: SlotValues) => {
    const at = slots.findIndex((slot) => slot.id === id);
    const next = slots.filter((slot) => slot.id !== id);
    set(next);
    const near = next[Math.min(at, next.length - 1)];
    focusSoon(near ? nameId(near.id) : ADD);
  };
  const move = (id: number, by: 1 | -1) => {
    const at = slots.findIndex((slot) => slot.id === id);
    const [slot] = slots.slice(at, at + 1);
    if (!slot) return;
    form.set("slots", slots.toSpliced(at, 1).toSpliced(at + by, 0, slot));
    focusSoon(`${nameId(id)}-${by < 0 ? "up" : "down"}`);
  };
  const add = () => {
    const slot = newSlot([...taken.slots], slots);
    set([...slots, slot]);
    focusSoon(nameId(slot.id));
  };
  const gone = removed && taken.takenOf(removed.id);
  return (
    <Section
      title={t("events.slots")}
      aside={slots.length > 0 ? t("event_form.seats", { count: seatsOf(slots) }) : t("event_form.slots_none")}
    >
      <ol className="@container grid">
        {slots.map((slot, at) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            number={at + 1}
            count={slots.length}
            taken={taken.takenOf(slot.id)}
            isWrong={isWrong}
            onChange={(more) => change(slot.id, more)}
            onMove={(by) => move(slot.id, by)}
            onRemove={() => (taken.takenOf(slot.id) > 0 ? setRemoved(slot) : remove(slot))}
          />
        ))}
      </ol>
      <div className="border-t border-line pt-2">
        <Button
          id={ADD}
          variant="quiet"
          icon={<PlusIcon />}
          className="-ml-3"
          reason={slots.length >= MOST_SLOTS ? t("event_form.slots_most", { most: MOST_SLOTS }) : null}
          onClick={add}
        >
          {t("event_form.slot_add")}
        </Button>
      </div>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={t("event_form.slot_remove_title", { name: removed?.name ?? "" })}
        description={t("event_form.slot_remove_text", { count: gone ?? 0 })}
        confirmLabel={t("event_form.slot_remove_confirm")}
        danger
        onConfirm={() => {
          if (removed) remove(removed);
        }}
      />
    </Section>
  );
}

function SlotRow(props: {
  slot: SlotValues;
  number: number;
  count: number;
  taken: number;
  isWrong: boolean;
  onChange: (more: Partial<SlotValues>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { slot, number, count, taken, isWrong, onChange, onMove, onRemove } = props;
  const { id, name, ship, seats } = slot;
  const what = name.trim() || t("event_form.slot_number", { number });
  const isUnnamed = isWrong && name.trim() === "";
  return (
    <li className="grid grid-cols-2 items-start gap-2 border-t border-line py-2.5 @min-[700px]:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,4fr)_auto_auto]">
      <span>
        <Input
          id={nameId(id)}
          aria-label={t("event_form.slot_name", { number })}
          placeholder={t("event_form.slot_name_example")}
          autoComplete="off"
          maxLength={60}
          value={name}
          {...(isUnnamed ? { "aria-invalid": true } : {})}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {isUnnamed ? (
          <span className="mt-1 block text-sm text-stop">{t("event_form.slot_name_error")}</span>
        ) : null}
      </span>
      <Input
        aria-label={t("event_form.slot_ship", { what })}
        placeholder={t("event_form.slot_ship_example")}
        autoComplete="off"
        maxLength={80}
        value={ship}
        onChange={({ target }) => onChange({ ship: target.value })}
      />
      <SlotNeed slot={slot} what={what} isWrong={isWrong} onChange={(need) => onChange({ need })} />
      <span className="grid justify-items-center gap-1 @max-[700px]:justify-items-start">
        <Stepper
          label={t("event_form.slot_seats", { what })}
          value={fieldNumber(seats)}
          least={1}
          most={MOST_SEATS}
          onChange={(next) => onChange({ seats: numberOf(next) || 1 })}
        />
        {taken > 0 ? (
          <span className={taken > seats ? "text-sm text-wait" : "hint"}>
            {taken > seats
              ? t("event_form.slot_over", { count: taken - seats })
              : t("event_form.slot_taken", { count: taken })}
          </span>
        ) : null}
      </span>
      <span className="flex h-[38px] items-center justify-end">
        <IconButton
          id={`${nameId(id)}-up`}
          size="s"
          label={t("event_form.slot_up", { what })}
          icon={<ArrowUpIcon />}
          reason={number === 1 ? t("event_form.slot_first") : null}
          onClick={() => onMove(-1)}
        />
        <IconButton
          id={`${nameId(id)}-down`}
          size="s"
          label={t("event_form.slot_down", { what })}
          icon={<ArrowDownIcon />}
          reason={number === count ? t("event_form.slot_last") : null}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="s"
          label={t("event_form.slot_remove", { what })}
          icon={<CloseIcon />}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

/** What the slot asks of the user who takes it, with the ship or role of a ship. */
function SlotNeed(props: {
  slot: SlotValues;
  what: string;
  isWrong: boolean;
  onChange: (need: SlotValues["need"]) => void;
}) {
  const t = useT();
  const { slot, what, isWrong, onChange } = props;
  const { need } = slot;
  const kinds = ["anyone", "ship", "role"] as const;
  return (
    <span className="grid min-w-0 gap-2 @max-[700px]:col-span-2">
      <Select
        aria-label={t("event_form.slot_need", { what })}
        value={need?.kind ?? "anyone"}
        options={kinds.map((value) => ({ value, label: t(`event_form.need.${value}`) }))}
        onChange={({ target }) => {
          if (target.value === "ship") onChange({ kind: "ship", shipId: null });
          else onChange(target.value === "role" ? { kind: "role", role: "fighter" } : null);
        }}
      />
      {need?.kind === "role" ? (
        <Select
          aria-label={t("event_form.slot_role", { what })}
          value={need.role}
          options={SHIP_ROLES.map((value) => ({ value, label: t(`ships.role.${value}`) }))}
          onChange={({ target }) => onChange({ kind: "role", role: target.value as ShipRole })}
        />
      ) : null}
      {need?.kind === "ship" ? (
        <ShipChoice
          label={t("event_form.slot_owned", { what })}
          shipId={need.shipId}
          isWrong={isWrong && need.shipId === null}
          onChange={(shipId) => onChange({ kind: "ship", shipId })}
        />
      ) : null}
    </span>
  );
}

function ShipChoice(props: {
  label: string;
  shipId: number | null;
  isWrong: boolean;
  onChange: (shipId: number | null) => void;
}) {
  const t = useT();
  const { label, shipId, isWrong, onChange } = props;
  const { data: ships, error } = useShips();
  const options = (ships ?? [])
    .filter(({ id, isListed }) => isListed || id === shipId)
    .map(({ id, name, companyName }) => ({ value: id, label: `${name} - ${companyName}` }));
  return (
    <Field
      label={<span className="sr-only">{label}</span>}
      error={isWrong ? t("event_form.ship_example") : null}
      className="min-w-0 [&>label]:mb-0"
    >
      <Combobox
        label={label}
        value={shipId}
        options={options}
        onChange={onChange}
        placeholder={t("event_form.ship_example")}
        emptyText={ships ? t("event_form.no_match") : t(error ? "event_form.ships_failed" : "state.loading")}
      />
    </Field>
  );
}
