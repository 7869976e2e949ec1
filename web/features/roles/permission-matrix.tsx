import { useRef, useState } from "react";
import type { PermissionRecord, Role } from "../../../worker/features/roles/roles.schema.ts";
import { act } from "../../lib/action.ts";
import { byCategory } from "../../lib/by-category.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { SelectField } from "../../ui/field.tsx";
import { CheckIcon, MinusIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { EditMenu } from "./list-parts.tsx";
import { roles } from "./roles.api.ts";

type Grant = (roleId: number, permission: PermissionRecord, isGiven: boolean) => Promise<unknown>;

/** Gives a permission to a role or takes it, at once; the toast says for how many people, and can undo it. */
function useGrant(all: readonly Role[]): Grant {
  const t = useT();
  const known = useRef(all);
  known.current = all;
  const grant: Grant = async (roleId, permission, isGiven) => {
    const role = known.current.find(({ id }) => id === roleId);
    if (!role) return;
    const others = (role.permissions ?? []).filter((id) => id !== permission.id);
    const fields = { permissions: isGiven ? [...others, permission.id].sort() : others };
    const effect = { people: role.people, gained: permission.name, lost: permission.name };
    await act(() => roles.edit(role, { method: "PUT", body: fields, patch: fields }), {
      done: {
        title: role.name,
        description: t(`roles.effect.${isGiven ? "gain" : "lose"}`, effect),
        action: { label: t("action.undo"), run: () => void grant(roleId, permission, !isGiven) },
      },
      failed: t("roles.update_failed"),
    });
  };
  return grant;
}

type Rows = {
  /** Props of a Link to the members with a permission, by its id. */
  linkTo: (id: string) => { to: string; state: unknown };
  onEdit: (permission: PermissionRecord) => void;
  onDelete: (permission: PermissionRecord) => void;
};

const HEAD = "md:sticky md:top-0 z-2 bg-hull px-2 py-2.5 align-bottom shadow-[inset_0_-1px_0_var(--line)]";
const FIRST = "md:sticky md:left-0 text-left font-normal pad";

/**
 * The permissions that each role holds, the administrator role left out, which holds all. Each change is one press. On phones it
 * shows one role at a time.
 */
export function PermissionMatrix(
  props: Rows & { permissions: readonly PermissionRecord[]; roles: readonly Role[] },
) {
  const t = useT();
  const language = useLanguage();
  const isPhone = useMedia(PHONE);
  const grant = useGrant(props.roles);
  const [chosen, setChosen] = useState<number | null>(null);
  const all = props.roles.filter(({ key }) => key !== "administrator");
  const one = all.find(({ id }) => id === chosen) ?? all.find(({ can }) => can.update) ?? all[0];
  const shown = isPhone && one ? [one] : all;
  return (
    <>
      {isPhone && one ? (
        <SelectField
          label={t("permissions.role")}
          value={one.id}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      ) : null}
      <div className="relative panel max-md:mt-3 max-md:overflow-clip md:max-h-[calc(100dvh-230px)] md:overflow-auto short:max-h-none">
        <table className="w-full border-collapse">
          <thead className={isPhone ? "sr-only" : undefined}>
            <tr>
              <th scope="col" className={cx(HEAD, FIRST, "z-3 md:min-w-64")}>
                <span className="pl-2.5 text-md font-book">{t("permissions.permission")}</span>
              </th>
              {shown.map(({ id, name, people }) => (
                <th key={id} scope="col" className={cx(HEAD, "w-28 min-w-20 text-md font-book")}>
                  {isPhone ? (
                    name
                  ) : (
                    <PlaceLink
                      to={`/admin?tab=roles&role=${id}`}
                      className="inline-block min-h-6 [overflow-wrap:anywhere] hover:underline"
                    >
                      {name}
                    </PlaceLink>
                  )}
                  <span className="block hint">{t("roles.people", { people })}</span>
                </th>
              ))}
            </tr>
          </thead>
          {byCategory(props.permissions, language).map(({ category, label, items }) => (
            <tbody key={category}>
              <tr className="border-t border-line bg-deck">
                <th scope="rowgroup" colSpan={shown.length + 1} className="pad py-2 text-left">
                  <span className="label sticky left-[18px]">{label}</span>
                </th>
              </tr>
              {items.map((permission) => (
                <Row key={permission.id} {...props} {...{ permission, grant }} roles={shown} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

function Row(props: Rows & { permission: PermissionRecord; roles: readonly Role[]; grant: Grant }) {
  const t = useT();
  const { permission, grant } = props;
  const { id, name, description, isSystem, can } = permission;
  return (
    <tr className="group border-t border-line">
      <th scope="row" className={cx(FIRST, "z-1 bg-hull py-1.5 group-hover:bg-deck")}>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 leading-[1.35]">
            <Link {...props.linkTo(id)} className="inline-block min-h-6 font-book hover:underline">
              {name}
            </Link>
            <span className="block hint">{description}</span>
          </span>
          {isSystem ? null : (
            <EditMenu
              label={t("permissions.menu", { name })}
              onEdit={() => props.onEdit(permission)}
              onDelete={() => props.onDelete(permission)}
              editReason={!can.update && t("permissions.blocked")}
              deleteReason={!can.delete && t("permissions.blocked")}
            />
          )}
        </span>
      </th>
      {props.roles.map((role) => {
        const isHeld = role.permissions?.includes(id) ?? false;
        return (
          <td key={role.id} className="px-2 text-center group-hover:bg-deck max-md:w-14">
            {role.can.update && can.grant ? (
              <Checkbox
                hideLabel
                label={t("permissions.cell", { role: role.name, name })}
                className="justify-center"
                checked={isHeld}
                onChange={() => void grant(role.id, permission, !isHeld)}
              />
            ) : (
              <span className="inline-grid min-h-6 place-items-center text-ink-3">
                {isHeld ? <CheckIcon size={15} /> : <MinusIcon size={12} />}
                <span className="sr-only">
                  {t("roles.is_fixed")} {t(isHeld ? "roles.is_held" : "roles.is_not_held")}
                </span>
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
