import { Suspense, useState } from "react";
import type { MemberStatus } from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import type { Edit } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { part } from "../../ui/part.tsx";
import { endSessions, type KnownMember, members, roleEdit, statusEdit } from "./members.api.ts";

const roleDialog = part(() => import("./role-dialog.tsx"));

/** What can be done with a member. What takes access away asks first; a change of role or status can be undone from its toast. */
export function ProfileActions(props: {
  member: KnownMember;
  editing: ReturnType<typeof members.useEdit>;
  className: string;
}) {
  const t = useT();
  const { member, editing, className } = props;
  const { displayName: name, status, can, prospect } = member;
  const isActive = status === "active";
  const { user } = useUser();
  const isOwn = user?.member?.id === member.id;
  // In the order in which the server refuses.
  const refusal = useCan("members.write")
    ? t(isOwn ? "members.blocked.own" : "members.blocked.outranked", { name })
    : t("members.blocked.permission");
  const opensPipeline = useCan("prospects.read");
  const [open, setOpen] = useState<"role" | "deactivate" | "sessions" | null>(null);
  const close = () => setOpen(null);
  const failed = (error: unknown) => tellFailure(error, { title: t("members.failed") });

  const tell = (title: string, saved: KnownMember, undo: Edit<KnownMember>) =>
    toast({
      title,
      description: name,
      action: { label: t("action.undo"), run: () => void members.edit(saved, undo).catch(failed) },
    });
  const setStatus = async (next: MemberStatus) => {
    const saved = await editing.run(member, statusEdit(next));
    if (saved) tell(t(`members.${next}_done`), saved, statusEdit(status));
  };
  const end = async () => {
    await endSessions(member.id);
    toast({ title: t("members.sessions_done"), description: name });
  };
  return (
    <footer
      className={cx(
        "flex flex-wrap gap-2 border-t border-line bg-hull py-3 md:rounded-b-xl max-md:sticky max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:z-2 max-md:[&>.btn]:flex-1",
        className,
      )}
    >
      {isActive ? (
        <Button reason={can.changeRole ? null : refusal} onClick={() => setOpen("role")}>
          {t("members.change_role")}
        </Button>
      ) : null}
      {prospect && opensPipeline ? (
        <ButtonLink to={`/crm?prospect=${prospect.id}`}>{t("members.open_crm")}</ButtonLink>
      ) : null}
      <span className="flex-1 max-md:hidden" />
      {isActive ? (
        <Button variant="quiet" reason={can.endSessions ? null : refusal} onClick={() => setOpen("sessions")}>
          {t("members.end_sessions")}
        </Button>
      ) : null}
      <Button
        variant={isActive ? "quiet" : "default"}
        reason={can.changeStatus ? null : refusal}
        pending={editing.pending}
        onClick={() => (isActive ? setOpen("deactivate") : void setStatus("active").catch(failed))}
      >
        {t(isActive ? "members.deactivate" : "members.activate")}
      </Button>
      {open === "role" ? (
        <Suspense>
          <roleDialog.View
            member={member}
            onSaved={(saved, before) =>
              tell(t("members.role_done", { role: saved.role }), saved, roleEdit(before))
            }
            onClose={close}
          />
        </Suspense>
      ) : null}
      {open === "deactivate" || open === "sessions" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t(`members.${open}_title`, { name })}
          description={t(`members.${open}_text`)}
          confirmLabel={t(open === "sessions" ? "members.end_sessions" : "members.deactivate")}
          danger
          onConfirm={() => (open === "sessions" ? end() : setStatus("inactive"))}
        />
      ) : null}
    </footer>
  );
}
