import { type ReactNode, useId } from "react";
import { MOST_PLACES } from "../../../../worker/features/events/events.schema.ts";
import { useCan } from "../../../lib/gate.tsx";
import { useT } from "../../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../../lib/number.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, FieldNotes, SelectField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { Section } from "../../../ui/section.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { MemberPicker, useRoles } from "../../members/index.ts";
import { type EventValues, seatsOf } from "./form-values.ts";
import { Stepper } from "./stepper.tsx";
import { closesText } from "./words.ts";

type Form = { form: FormParts<EventValues> };
export type Organizer = { userId: number; displayName: string };

/** Minutes before the start at which sign-ups close, as they are offered. */
const CLOSES = [0, 60, 180, 720, 1440, 2880, 10_080];
/** Places of an event that gets a limit without having slots. */
const USUAL_PLACES = 12;

/** How many may come, and until when they say so. */
export function PlaceFields({ form, waiting }: Form & { waiting: number }) {
  const t = useT();
  const { slots, maxAttendees, hasWaitingList, closesMinutes } = form.values;
  const seats = seatsOf(slots);
  const most = numberOf(maxAttendees);
  const isTooFew = most !== null && most < seats;
  const error = isTooFew
    ? t("event_form.places_few", { count: seats })
    : form.errorOf("maxAttendees", t("event_form.places_error", { most: MOST_PLACES }));
  const closes = [...new Set([...CLOSES, Number(closesMinutes)])].sort((a, b) => a - b);
  const id = useId();
  return (
    <Section title={t("event_form.places")}>
      <div className="grid gap-3.5">
        <div>
          <div className="flex min-h-[38px] flex-wrap items-center gap-x-4 gap-y-2">
            {maxAttendees === "" ? null : (
              <Stepper
                label={t("events.field.maxAttendees")}
                value={maxAttendees}
                least={Math.max(1, seats)}
                most={MOST_PLACES}
                isWrong={error !== undefined}
                onChange={(next) =>
                  form.set("maxAttendees", next === "" ? fieldNumber(Math.max(1, seats)) : next)
                }
              />
            )}
            <Checkbox
              label={t("event_form.no_limit")}
              checked={maxAttendees === ""}
              onChange={({ target }) =>
                form.set("maxAttendees", target.checked ? "" : fieldNumber(Math.max(USUAL_PLACES, seats)))
              }
            />
          </div>
          <FieldNotes id={id} error={error} />
        </div>
        {maxAttendees === "" && seats === 0 ? null : (
          <div>
            <Switch
              label={t("events.field.hasWaitingList")}
              checked={hasWaitingList}
              onChange={(next) => form.set("hasWaitingList", next)}
            />
            {hasWaitingList ? (
              <p className="hint">
                {t("event_form.waiting_hint")} {waiting > 0 ? t("events.waiting", { count: waiting }) : null}
              </p>
            ) : null}
          </div>
        )}
        <SelectField
          {...form.field("closesMinutes")}
          label={t("events.field.closesMinutes")}
          options={closes.map((value) => ({ value, label: closesText(t, value) }))}
        />
      </div>
    </Section>
  );
}

const Choice = (props: {
  name: string;
  checked: boolean;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  onChange: () => void;
}) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed">
    <input
      type="radio"
      className="size-4 flex-none accent-ice"
      name={props.name}
      checked={props.checked}
      disabled={props.disabled}
      onChange={props.onChange}
    />
    <span className={props.disabled ? "text-ink-3" : undefined}>
      {props.label}
      {props.hint ? <span className="block hint">{props.hint}</span> : null}
    </span>
  </label>
);

/** Who organizes the event, and who sees it. */
export function AudienceFields(
  props: Form & { organizer: Organizer | null; onPick: (member: Organizer) => void },
) {
  const t = useT();
  const { form, organizer, onPick } = props;
  const { audience, organizerId } = form.values;
  const mayRead = useCan({ any: ["members.read", "admin.users"] });
  const { data: roles = [], isLoading } = useRoles(mayRead);
  const name = useId();
  const label = t("events.field.organizerId");
  const known = roles.map(({ id }) => id);
  const shown = [
    ...roles.map(({ id, name: role }) => ({ id, role })),
    ...(audience ?? [])
      .filter((id) => !isLoading && !known.includes(id))
      .map((id) => ({ id, role: t("event_form.role_gone") })),
  ];
  const toggle = (id: number, isOn: boolean) => {
    const others = (audience ?? []).filter((each) => each !== id);
    form.set("audience", isOn ? [...others, id].sort((a, b) => a - b) : others);
  };
  const error = form.errorOf("audience", t("event_form.audience_error"));
  return (
    <Section title={t("events.field.audience")}>
      <fieldset aria-label={t("events.field.audience")} className="grid">
        <Choice
          name={name}
          label={t("event_form.everybody")}
          checked={audience === null}
          onChange={() => form.set("audience", null)}
        />
        <Choice
          name={name}
          label={t("event_form.chosen_roles")}
          hint={mayRead ? null : t("event_form.roles_unread")}
          disabled={!mayRead}
          checked={audience !== null}
          onChange={() => form.set("audience", [])}
        />
        {audience === null ? null : (
          <span className="mt-1 ml-[26px] grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {shown.map(({ id, role }) => (
              <Checkbox
                key={id}
                label={role}
                checked={audience.includes(id)}
                onChange={({ target }) => toggle(id, target.checked)}
                {...(error ? { "aria-invalid": true } : {})}
              />
            ))}
          </span>
        )}
        <FieldNotes id={name} error={error} />
      </fieldset>
      <Field className="mt-3.5" label={label} error={form.errorOf("organizerId")}>
        <MemberPicker
          label={label}
          value={organizerId}
          known={organizer}
          onChange={(userId) => form.set("organizerId", userId)}
          onPick={onPick}
          placeholder={t("event_form.organizer_nobody")}
          failedText={t("event_form.members_failed")}
          noneText={t("event_form.no_match")}
        />
      </Field>
    </Section>
  );
}
