import { useId, useState } from "react";
import type { Attendee, EventDetails } from "../../../worker/features/events/events.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { capital } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useAwayWords } from "../../ui/away.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { useActiveMembers } from "../members/index.ts";
import { usePeople } from "./events.api.ts";

/** The option for a guest; members have positive ids. */
const GUEST = -1;

/** Signs a member up, or a guest by the typed name. */
function AddPerson({ event, add }: { event: EventDetails; add: ReturnType<typeof usePeople>["add"] }) {
  const t = useT();
  const { slots, people } = event;
  const [slotId, setSlotId] = useState("");
  const [q, setQ] = useState("");
  const { typed, type } = useTyped(q, setQ);
  const { data: members = [], isLoading, error } = useActiveMembers(q);
  const name = typed.trim().replace(/\s+/g, " ");
  const going = new Set(people.flatMap(({ answer, userId }) => (answer === "going" ? (userId ?? []) : [])));
  const options = [
    ...members
      .filter(({ userId }) => !going.has(userId))
      .map(({ userId, displayName }) => ({ value: userId, label: displayName })),
    ...(name ? [{ value: GUEST, label: t("events.add_guest", { name }) }] : []),
  ];
  const choose = (value: number | null) => {
    const slot = slotId === "" ? null : Number(slotId);
    const member = members.find(({ userId }) => userId === value);
    if (member) void add.run({ userId: member.userId, slotId: slot }, member.displayName);
    else if (value === GUEST) void add.run({ guest: name, slotId: slot }, name);
  };
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <Field label={t("events.add_person")} className="flex-1 basis-60 md:max-w-[320px]">
        <Combobox
          label={t("events.add_person")}
          value={null}
          options={options}
          onChange={choose}
          onType={type}
          placeholder={t("events.add_placeholder")}
          emptyText={t(isLoading ? "state.loading" : error ? "events.members_failed" : "events.add_none")}
        />
      </Field>
      {slots.length > 0 ? (
        <Field label={t("events.field.slot")} className="flex-1 basis-40 md:max-w-[220px]">
          <Select
            value={slotId}
            empty={t("events.any_role")}
            options={slots.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={({ target }) => setSlotId(target.value)}
          />
        </Field>
      ) : null}
    </div>
  );
}

function Person(props: {
  person: Attendee;
  slotOf: (id: number | null) => string | null;
  hasSlots: boolean;
  onRemove: (() => void) | null;
}) {
  const t = useT();
  const wordsOf = useAwayWords();
  const { person, slotOf, hasSlots, onRemove } = props;
  const { displayName, avatarUrl, number, userId, waitsFor, away, addedBy, isFromDiscord } = person;
  const notes = [
    slotOf(person.slotId) ?? (person.isSeated && hasSlots && t("events.any_role")),
    waitsFor &&
      t("events.person_waits_for", {
        slot: slotOf(waitsFor.slotId) ?? t("events.any_role"),
        number: waitsFor.number,
      }),
    away && wordsOf(away),
    userId === null && t("events.guest"),
    addedBy && t("events.added_by", { name: addedBy }),
    isFromDiscord && t("events.from_discord"),
  ];
  const note = notes.filter(Boolean).join(" · ");
  return (
    <li className="flex min-w-0 items-center gap-2.5 py-1.5">
      {number === null ? null : <span className="w-5 text-right figure text-ink-2">{number}.</span>}
      <Avatar name={displayName} src={avatarUrl} />
      <span className="min-w-0 leading-[1.35]">
        <span className="block font-book [overflow-wrap:anywhere]">{displayName}</span>
        {note ? <span className="block hint [overflow-wrap:anywhere]">{note}</span> : null}
      </span>
      {onRemove ? (
        <IconButton
          size="s"
          label={t("events.remove_person", { name: displayName })}
          icon={<CloseIcon />}
          onClick={onRemove}
        />
      ) : null}
    </li>
  );
}

function PeopleList(props: {
  title: string;
  people: readonly Attendee[];
  slotOf: (id: number | null) => string | null;
  hasSlots: boolean;
  onRemove: ((person: Attendee) => void) | null;
}) {
  const id = useId();
  const { title, people, slotOf, hasSlots, onRemove } = props;
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="text-md font-semibold text-ink-2">
        {title} <span className="figure text-ink-3">{people.length}</span>
      </h4>
      <ul className="mt-1 grid gap-x-6 @min-[460px]:grid-cols-2 @min-[860px]:grid-cols-3">
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            {...{ slotOf, hasSlots }}
            onRemove={onRemove && (() => onRemove(person))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Everybody who answered; its organizers sign others up here and remove them. */
export function People({ event, className }: { event: EventDetails; className: string }) {
  const t = useT();
  const id = useId();
  const { people, slots, can, organizer } = event;
  const isPast = event.status === "completed";
  const { add, remove } = usePeople(event);
  const [removed, setRemoved] = useState<Attendee | null>(null);
  const slotOf = (slotId: number | null) => slots.find((slot) => slot.id === slotId)?.name ?? null;
  const onRemove = can.signUpOthers ? setRemoved : null;
  const lists = [
    { key: "going", matches: (each: Attendee) => each.answer === "going" && each.isSeated },
    { key: "on_waiting_list", matches: (each: Attendee) => each.answer === "going" && !each.isSeated },
    { key: "maybe", matches: (each: Attendee) => each.answer === "maybe" },
    { key: "declined", matches: (each: Attendee) => each.answer === "declined" },
  ] as const;
  return (
    <section
      aria-labelledby={id}
      className={cx("@container grid content-start gap-5 border-line pad-wide py-5", className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 id={id} className="label">
          {t(isPast ? "events.people_past" : "events.people")}
        </h3>
        {organizer && slots.length === 0 ? (
          <span className="hint">{t("events.led_by", { name: organizer.displayName })}</span>
        ) : null}
      </div>
      {people.length === 0 ? <p className="hint">{t("events.nobody_yet")}</p> : null}
      {lists.map(({ key, matches }) => (
        <PeopleList
          key={key}
          title={isPast && key === "going" ? capital(t("events.signed_up")) : t(`events.${key}`)}
          people={people.filter(matches)}
          {...{ slotOf, onRemove }}
          hasSlots={slots.length > 0}
        />
      ))}
      {can.signUpOthers ? <AddPerson event={event} add={add} /> : null}
      {removed ? (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoved(null)}
          title={t("events.remove_title", { name: removed.displayName })}
          description={[removed.userId !== null && t("events.remove_text"), t("events.remove_guest_text")]
            .filter(Boolean)
            .join(" ")}
          confirmLabel={t("events.remove")}
          danger
          onConfirm={() => remove(removed.id)}
          done={{ title: t("events.removed", { name: removed.displayName }) }}
        />
      ) : null}
    </section>
  );
}
