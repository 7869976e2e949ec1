import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input, Select } from "../../../ui/field.tsx";
import { CloseIcon, SearchIcon } from "../../../ui/icons.tsx";
import { type CrmAddress, DEADLINES, isFiltered, SEARCH_LENGTH } from "../address.ts";
import { useAssignable, useTeam } from "../record.api.ts";

const PAUSE = 250;

type Change = (changes: Partial<CrmAddress>) => void;

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (next: string, pause = PAUSE) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), pause);
  };
  return (
    <search className="relative min-w-[200px] flex-1 md:max-w-[300px]">
      <SearchIcon className="pointer-events-none absolute top-[9px] left-3 text-ink-3" />
      <Input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        size="m"
        className="pr-9 pl-9"
        aria-label={t("prospects.search")}
        placeholder={t("prospects.search")}
        maxLength={SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event: ChangeEvent<HTMLInputElement>) => say(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") say(typed, 0);
          if (event.key === "Escape" && typed) say("", 0);
        }}
      />
      {typed ? (
        <IconButton
          label={t("prospects.search_clear")}
          icon={<CloseIcon />}
          size="s"
          className="absolute top-[3px] right-[3px]"
          onClick={() => {
            say("", 0);
            field.current?.focus();
          }}
        />
      ) : null}
    </search>
  );
}

/** Search and filters of the page. */
export function Filters(props: { address: CrmAddress; ownOnly: boolean; onChange: Change }) {
  const t = useT();
  const id = useId();
  const { user } = useUser();
  const { address, ownOnly, onChange } = props;
  const { data: assignable } = useAssignable();
  const { data: team } = useTeam();
  const me = user?.member?.id ?? null;
  const people = new Map<number, string>();
  for (const each of team?.assignees ?? []) people.set(each.memberId, each.displayName);
  for (const each of assignable ?? []) people.set(each.id, each.displayName);
  if (me !== null) people.delete(me);
  const { tab, assignee, deadline, q } = address;
  const select = "w-auto max-w-[220px] min-w-0 max-md:order-2 max-md:max-w-none max-md:flex-1";
  const active = "border-ice";
  return (
    <>
      <Search value={q} onChange={(next) => onChange({ q: next })} />
      {ownOnly ? null : (
        <Select
          id={`${id}-assignee`}
          size="m"
          className={cx(select, assignee !== null && active)}
          aria-label={t("prospects.filter.assignee")}
          value={assignee ?? ""}
          onChange={(event) => {
            const value = event.target.value;
            onChange({
              assignee: value === "" ? null : value === "none" || value === "me" ? value : Number(value),
            });
          }}
        >
          <option value="">
            {t(tab === "mine" ? "prospects.filter.mine" : "prospects.filter.everyone")}
          </option>
          <option value="none">{t("prospect.empty.assignedTo")}</option>
          {tab === "team" ? (
            <>
              {me === null ? null : <option value="me">{t("prospects.filter.mine")}</option>}
              {[...people].map(([memberId, name]) => (
                <option key={memberId} value={memberId}>
                  {name}
                </option>
              ))}
            </>
          ) : null}
        </Select>
      )}
      <Select
        size="m"
        className={cx(select, deadline !== null && active)}
        aria-label={t("prospects.filter.deadline")}
        value={deadline ?? ""}
        onChange={(event) =>
          onChange({ deadline: DEADLINES.find((each) => each === event.target.value) ?? null })
        }
      >
        <option value="">{t("prospects.filter.any_deadline")}</option>
        {DEADLINES.map((each) => (
          <option key={each} value={each}>
            {t(`prospects.deadline.${each}`)}
          </option>
        ))}
      </Select>
      {isFiltered(address) ? (
        <Button variant="quiet" onClick={() => onChange({ q: "", assignee: null, deadline: null })}>
          {t("prospects.clear_filters")}
        </Button>
      ) : null}
    </>
  );
}
