import type { PermissionRecord } from "../../../worker/features/roles/roles.schema.ts";
import { byCategory } from "../../lib/by-category.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CheckIcon, LockIcon, MinusIcon } from "../../ui/icons.tsx";

/** The permissions of a role by category; those that the reader may not grant are locked. */
export function PermissionBoxes(props: {
  permissions: readonly PermissionRecord[];
  saved: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  isReadOnly: boolean;
}) {
  const t = useT();
  const language = useLanguage();
  const { saved, value, onChange, isReadOnly } = props;
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id].sort());
  return (
    <div className="columns-[250px] gap-x-6">
      {byCategory(props.permissions, language).map(({ category, label, items }) => {
        const locked = isReadOnly ? 0 : items.filter(({ can }) => !can.grant).length;
        return (
          <fieldset key={category} className="mb-4 min-w-0 break-inside-avoid">
            <legend className="flex w-full items-baseline border-b border-line pb-1.5 text-md font-semibold">
              {label}
              <span className="figure ml-auto text-sm font-normal text-ink-3">
                {items.filter(({ id }) => value.includes(id)).length}/{items.length}
              </span>
            </legend>
            <ul className="pt-1">
              {items.map((each) => (
                <Line
                  key={each.id}
                  permission={each}
                  isHeld={value.includes(each.id)}
                  wasHeld={saved.includes(each.id)}
                  isFixed={isReadOnly || !each.can.grant}
                  isLocked={!isReadOnly && !each.can.grant}
                  onToggle={() => toggle(each.id)}
                />
              ))}
            </ul>
            {locked > 0 ? <p className="mt-1 hint">{t("roles.locked_text", { count: locked })}</p> : null}
          </fieldset>
        );
      })}
    </div>
  );
}

function Line(props: {
  permission: PermissionRecord;
  isHeld: boolean;
  wasHeld: boolean;
  isFixed: boolean;
  isLocked: boolean;
  onToggle: () => void;
}) {
  const t = useT();
  const { isHeld, wasHeld, isLocked } = props;
  const { name, description } = props.permission;
  const label = (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name}
      {isHeld === wasHeld ? null : (
        <span className="rounded-s bg-rail px-1.5 text-[11px] leading-[18px] font-semibold text-ink">
          {t(isHeld ? "roles.added" : "roles.removed")}
        </span>
      )}
    </span>
  );
  return (
    <li className="flex min-h-7 items-center gap-2" title={description ?? undefined}>
      {props.isFixed ? (
        <span className={cx("inline-flex min-w-0 items-center gap-2.5", isLocked && "text-ink-3")}>
          <span className="grid w-4 flex-none place-items-center text-ink-3">
            {isLocked ? <LockIcon size={13} /> : isHeld ? <CheckIcon size={14} /> : <MinusIcon size={12} />}
          </span>
          {label}
          <span className="sr-only">
            {t(isLocked ? "roles.is_locked" : "roles.is_fixed")}{" "}
            {t(isHeld ? "roles.is_held" : "roles.is_not_held")}
          </span>
          {isLocked && isHeld ? <CheckIcon size={13} className="flex-none" /> : null}
        </span>
      ) : (
        <Checkbox label={label} checked={isHeld} onChange={props.onToggle} className="min-w-0" />
      )}
    </li>
  );
}
