import { Link, type LinkProps } from "react-router";
import type { PermissionRecord, Role } from "../../../worker/features/roles/roles.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { LockIcon } from "../../ui/icons.tsx";
import { HistoryItem } from "../audit/index.ts";
import { EditMenu } from "./list-parts.tsx";
import { aboutOf } from "./names.ts";

const SHOWN = 3;

/** A role with its permissions and members; the whole card opens it. */
export function RoleCard(props: {
  role: Role;
  permissions: readonly PermissionRecord[];
  isOpen: boolean;
  /** Props of the link that opens it. */
  link: LinkProps;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useT();
  const { role, isOpen } = props;
  const { id, name, isSystem, priority, color, people, faces, can } = role;
  const ids = new Set(role.permissions);
  const granted = props.permissions.filter((permission) => ids.has(permission.id));
  const more = granted.length - SHOWN;
  return (
    <li
      data-row={id}
      className={cx(
        "panel relative flex flex-col px-[18px] pt-3.5 pb-2.5",
        isOpen ? "border-ice shadow-[0_0_0_1px_var(--ice)]" : "hover:border-line-strong",
      )}
    >
      <div className="flex items-baseline gap-2">
        <h2 className="min-w-0 text-base leading-[1.3] font-semibold [overflow-wrap:anywhere]">
          <Link
            {...props.link}
            data-open=""
            aria-current={isOpen ? "true" : undefined}
            className="covers after:rounded-l"
          >
            {name}
          </Link>
        </h2>
        {isSystem ? <span className="hint">{t("roles.system")}</span> : null}
        {color ? (
          <span
            aria-hidden="true"
            className="size-2 flex-none self-center rounded-full forced-color-adjust-none"
            style={{ background: color }}
          />
        ) : null}
        <span className="ml-auto whitespace-nowrap">
          <span className="hint">{t("roles.priority")} </span>
          <span className="figure text-lg">{priority}</span>
        </span>
      </div>
      <p className="mt-0.5 min-h-[1lh] hint [overflow-wrap:anywhere]">{aboutOf(t, role)}</p>
      <ul className="mt-2.5 flex-1 text-md leading-[1.75] text-ink-2">
        {granted.slice(0, SHOWN).map((permission) => (
          <li key={permission.id}>{permission.name}</li>
        ))}
        {more > 0 ? <li className="text-ink-3">{t("roles.more", { count: more })}</li> : null}
        {granted.length === 0 ? <li className="text-ink-3">{t("roles.holds_nothing")}</li> : null}
      </ul>
      <div className="mt-2.5 flex min-h-10 items-center gap-1 border-t border-line pt-2">
        {faces.map((face) => (
          <Avatar key={face.id} name={face.name} src={face.avatarUrl} size="s" />
        ))}
        <span className="ml-1 text-sm text-ink-2">
          {people === 0 ? t("roles.nobody") : null}
          {people > faces.length ? <span aria-hidden="true">+{people - faces.length}</span> : null}
          {people > 0 ? <span className="sr-only">{t("roles.people", { people })}</span> : null}
        </span>
        <span className="relative z-1 ml-auto flex items-center">
          {can.update ? (
            <EditMenu
              label={t("roles.menu", { name })}
              onEdit={props.onEdit}
              onDelete={props.onDelete}
              deleteReason={isSystem && t("roles.system_kept")}
            >
              <HistoryItem area="roles" id={id} />
            </EditMenu>
          ) : (
            <span className="inline-flex items-center gap-1.5 text-sm text-ink-3">
              <LockIcon size={13} />
              {t("roles.locked")}
            </span>
          )}
        </span>
      </div>
    </li>
  );
}
