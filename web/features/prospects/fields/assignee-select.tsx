import { type KeyboardEvent, useId, useState } from "react";
import type { AssignableMember } from "../../../../worker/features/members/members.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { FieldNotes, Input, notesOf } from "../../../ui/field.tsx";
import { PersonIcon } from "../../../ui/icons.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useAssignable, useAssignees, useTeam } from "../prospects.api.ts";

/** More people than these can be searched, but not on a phone, where the search would open the keyboard. */
const FEW = 8;

type Choice = {
  value: number | null;
  name: string;
  /** The plain name, from which the picture's colour is made. */
  person?: string;
  /** The role, and the number of tasks where the reader may see it. */
  about?: string;
  avatarUrl?: string | null;
  awayUntil?: string | null;
};

/** Choosing among what is on screen takes one press; the Enter key in the search does not send the form. */
const keepForm = (event: KeyboardEvent) => event.key === "Enter" && event.preventDefault();

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/**
 * Chooses an assignee with one press. The present one is listed also where they can no longer be assigned, or the list
 * has failed.
 */
export function AssigneeSelect(props: {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Label of the option for no assignee; without it one has to be chosen. */
  nobody?: string | undefined;
  label?: string;
  error?: string | null | undefined;
  /** A member who is not offered. */
  except?: number | undefined;
  /** Among other fields: shows two rows of the list, and its search on phones, too. */
  isShort?: boolean;
  className?: string;
}) {
  const t = useT();
  const id = useId();
  const format = useFormat();
  const phone = useMedia(PHONE);
  const { user } = useUser();
  const { data: assignable, isLoading, error: failure, mutate } = useAssignable();
  const assignees = useAssignees();
  const { data: team } = useTeam();
  const [words, setWords] = useState("");
  const {
    value,
    onChange,
    nobody,
    error,
    except,
    isShort,
    className,
    label = t("prospect.field.assignedTo"),
  } = props;
  const me = user?.member?.id;
  // Only for readers of the team overview; who is not in it has nothing to do.
  const tasksOf = team && new Map(team.assignees.map(({ memberId, tasks }) => [memberId, tasks]));
  const load = ({ id: member }: AssignableMember) => tasksOf?.get(member) ?? 0;
  // The reader first and absent members last, between them who has the fewest tasks.
  const rank = ({ id: member, awayUntil }: AssignableMember) =>
    member === me ? -1 : Number(awayUntil !== null);
  const people = (assignable ?? [])
    .filter((each) => each.id !== except)
    .sort((a, b) => rank(a) - rank(b) || load(a) - load(b))
    .map((each): Choice => {
      const { id: member, displayName: person, role, avatarUrl, awayUntil } = each;
      const name = member === me ? t("prospect.assignee_me", { name: person }) : person;
      const about = team ? t("prospect.assignee_load", { role, count: load(each) }) : role;
      return { value: member, name, person, about, avatarUrl, awayUntil };
    });
  const isListed = value === null || people.some((each) => each.value === value);
  const known = assignees.get(value)?.displayName;
  const present = assignable
    ? t("prospect.assignee_unavailable", { name: known ?? t("prospect.somebody") })
    : (known ?? t("prospect.assignee_present"));
  const hint =
    failure && !assignable ? (
      <>
        {t("prospect.assignees_failed")}{" "}
        <button type="button" className="link" onClick={() => void mutate()}>
          {t("action.retry")}
        </button>
      </>
    ) : undefined;
  const choices: Choice[] = [
    ...(nobody === undefined ? [] : [{ value: null, name: nobody }]),
    ...(isListed ? [] : [{ value, name: present }]),
    ...people,
  ];
  const wanted = words.trim().toLowerCase();
  const shown = choices.filter((each) => each.value === value || each.name.toLowerCase().includes(wanted));
  const describedBy = notesOf(id, { error, hint });
  return (
    <fieldset
      className={cx("min-w-0", className)}
      aria-busy={isLoading}
      aria-describedby={describedBy}
      {...(error ? { "aria-invalid": true } : {})}
    >
      <legend className="mb-[5px] text-md text-ink-2">{label}</legend>
      {people.length > FEW && (isShort || !phone) ? (
        <Input
          type="search"
          size="m"
          className="mb-2"
          autoComplete="off"
          aria-label={t("prospect.assignee_search")}
          placeholder={t("prospect.assignee_search")}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={keepForm}
        />
      ) : null}
      <div
        className={cx(
          "grid gap-1.5 overflow-y-auto sm:grid-cols-2",
          isShort ? "max-h-[130px]" : "max-h-[190px]",
          // A frame shows that the list goes on where its last row is cut.
          people.length > FEW ? "rounded-m border border-line p-1.5" : "-m-1 p-1",
        )}
      >
        {isLoading ? <Skeleton className="h-11 rounded-m" /> : null}
        {shown.map((each) => (
          <label
            key={each.value}
            className="relative flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-m border border-line bg-hull px-2.5 py-1.5 hover:border-line-strong has-checked:border-ice has-checked:bg-ice-dim has-checked:[&_.hint]:text-ink-2"
          >
            <input
              type="radio"
              name={id}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-m"
              checked={each.value === value}
              onChange={() => onChange(each.value)}
            />
            {each.value === null ? (
              <PersonIcon className="mx-[3px] flex-none text-ink-3" />
            ) : (
              <Avatar size="s" name={each.person ?? each.name} src={each.avatarUrl} />
            )}
            <span className="min-w-0 leading-[1.3]">
              <span className="block truncate">{each.name}</span>
              {each.about ? <span className="block hint">{each.about}</span> : null}
              {each.awayUntil ? (
                <span className="block truncate text-sm text-wait">
                  {t("prospect.assignee_back", { day: format.longDay(dayAfter(each.awayUntil)) })}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </fieldset>
  );
}
