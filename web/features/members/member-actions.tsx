import { type ReactNode, useState } from "react";
import { act } from "../../lib/action.ts";
import { useCan } from "../../lib/gate.tsx";
import { UNDO_SHOWN } from "../../lib/held.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { Edit } from "../../lib/resource.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import {
  KeyIcon,
  LogOutIcon,
  MoreIcon,
  PauseIcon,
  PersonIcon,
  PlayIcon,
  ShieldIcon,
  TrashIcon,
} from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { HistoryItem } from "../audit/index.ts";
import {
  endSessions,
  isMember,
  type KnownMember,
  members,
  type Person,
  removeFactor,
  statusEdit,
} from "./members.api.ts";

const RoleDialog = lazyDialog(() => import("./role-dialog.tsx"));
const PasswordLink = lazyDialog(() => import("./password-link-dialog.tsx"));
const DeleteDialog = lazyDialog(
  () => import("./delete-user-dialog.tsx"),
  (language) => [import(`./users.${language}.json`)],
);

type Action = "role" | "deactivate" | "link" | "factor" | "sessions" | "delete";

/** Sends an edit of a member; resolves to null where it was refused and the refusal is shown. */
type Send = (member: KnownMember, edit: Edit<KnownMember>) => Promise<KnownMember | null>;

/** The actions of lists and profiles with people, as far as the server allows the reader. */
export type MemberActions = ReturnType<typeof useMemberActions>;

/**
 * The actions with people and their dialogs, which outlive the row or profile that they were opened from. Those that take
 * access away ask first; toasts offer to undo a change of role or status.
 * @param messages titles of the toasts of a changed status, where they are not the usual ones
 */
export function useMemberActions(messages: { done?: string; failed?: string } = {}) {
  const t = useT();
  const [opened, setOpened] = useState<{ action: Action; person: Person; send: Send } | null>(null);
  const close = () => setOpened(null);
  const failed = messages.failed ?? t("members.failed");
  const statusTold = (before: KnownMember) => (saved: KnownMember | null) => {
    if (!saved) return null;
    const undo = () => void act(() => members.edit(saved, statusEdit(before.status)), { failed });
    return {
      title: messages.done ?? t(`members.${saved.status}_done`),
      description: saved.displayName,
      duration: UNDO_SHOWN,
      action: { label: t("action.undo"), run: undo },
    };
  };
  const dialogOf = ({ action, person, send }: NonNullable<typeof opened>) => {
    if (action === "delete") return <DeleteDialog member={person} onClose={close} />;
    const name = person.displayName;
    if (action === "sessions" || !isMember(person))
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.sessions_title", { name })}
          description={t("members.sessions_text")}
          confirmLabel={t("members.end_sessions")}
          danger
          onConfirm={() => endSessions(person)}
          done={{ title: t("members.sessions_done"), description: name }}
        />
      );
    if (action === "link") return <PasswordLink member={person} onClose={close} />;
    if (action === "role") return <RoleDialog member={person} onClose={close} />;
    if (action === "factor")
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.factor_title", { name })}
          description={t("members.factor_text")}
          confirmLabel={t("members.factor_remove")}
          danger
          onConfirm={() => removeFactor(person.id)}
          done={{ title: t("members.factor_done"), description: name }}
        />
      );
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={t("members.deactivate_title", { name })}
        description={t("members.deactivate_text")}
        confirmLabel={t("members.deactivate")}
        danger
        onConfirm={() => send(person, statusEdit("inactive"))}
        done={statusTold(person)}
        {...(messages.failed !== undefined && { failed: messages.failed })}
      />
    );
  };
  return {
    open: (action: Action, person: Person, send: Send = members.edit) => setOpened({ action, person, send }),
    activate: (member: KnownMember, send: Send = members.edit) =>
      act(() => send(member, statusEdit("active")), { done: statusTold(member), failed }),
    dialogs: opened && dialogOf(opened),
  };
}

/**
 * The menu of actions with a person; blocked ones give the reason. Actions on users' sign-ins are shown only to readers
 * with admin.users.
 * @param profile sends the edits of a profile, which has buttons for some actions: these are left out
 */
export function MemberMenu(props: { person: Person; actions: MemberActions; profile?: Send }) {
  const t = useT();
  const administers = useCan("admin.users");
  const { person, actions, profile } = props;
  const { can, why, status } = person;
  const item = (
    action: Action,
    needs: keyof typeof can,
    icon: ReactNode,
    label: string,
    isDanger = false,
  ) => (
    <MenuItem
      icon={icon}
      danger={isDanger}
      reason={can[needs] ? null : why[needs]}
      onSelect={() => actions.open(action, person)}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu
      side={profile ? "top" : "bottom"}
      trigger={
        <IconButton
          label={t("members.actions_of", { name: person.displayName })}
          icon={<MoreIcon />}
          className="flex-none!"
        />
      }
    >
      {profile ? null : item("role", "changeRole", <PersonIcon />, t("members.change_role"))}
      {status === "none" || (profile && status === "inactive") ? null : (
        <MenuItem
          icon={status === "active" ? <PauseIcon /> : <PlayIcon />}
          reason={can.changeStatus ? null : why.changeStatus}
          onSelect={() => {
            if (status === "active") actions.open("deactivate", person, profile);
            else if (isMember(person)) void actions.activate(person);
          }}
        >
          {t(status === "active" ? "members.deactivate" : "members.activate")}
        </MenuItem>
      )}
      {isMember(person) ? <HistoryItem area="members" id={person.id} /> : null}
      {administers ? item("link", "makePasswordLink", <KeyIcon />, t("members.link")) : null}
      {administers ? item("factor", "makePasswordLink", <ShieldIcon />, t("members.factor_remove")) : null}
      {item("sessions", "endSessions", <LogOutIcon />, t("members.end_sessions"))}
      {administers ? item("delete", "delete", <TrashIcon />, t("members.delete"), true) : null}
    </Menu>
  );
}
