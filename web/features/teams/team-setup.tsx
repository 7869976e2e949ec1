import { useState } from "react";
import type { Role } from "../../../worker/features/roles/roles.schema.ts";
import {
  addTeamInput,
  NAME_LENGTH,
  TEAMS_MOST,
  type Team,
} from "../../../worker/features/teams/teams.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PeopleIcon, PlusIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { teams, useTeams } from "./teams.api.ts";

/** The roles of a team: whose holders review, and what acceptance gives. */
const ROLES = ["reviewerRole", "role"] as const;

/** The teams with who reviews and what acceptance gives. */
export default function TeamSetup() {
  const t = useT();
  const answer = useTeams();
  const [editing, setEditing] = useState<Team | "new" | null>(null);
  const count = answer.data?.length ?? 0;
  const add = (
    <Button
      size="s"
      icon={<PlusIcon size={14} />}
      reason={count >= TEAMS_MOST ? t("teams.full", { most: TEAMS_MOST }) : null}
      onClick={() => setEditing("new")}
    >
      {t("teams.add")}
    </Button>
  );
  return (
    <>
      <Panel title={t("teams.teams")} actions={count > 0 ? add : null}>
        <AnswerView answer={answer} loading={<SkeletonLines lines={6} className="p-[18px]" />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={<PeopleIcon size={22} />} title={t("teams.none")} action={add} />
            ) : (
              <ul>
                {list.map((each) => (
                  <Row key={each.id} team={each} onEdit={() => setEditing(each)} />
                ))}
              </ul>
            )
          }
        </AnswerView>
      </Panel>
      {editing === "new" ? <AddDialog onClose={() => setEditing(null)} /> : null}
      {editing && editing !== "new" ? <EditDialog team={editing} onClose={() => setEditing(null)} /> : null}
    </>
  );
}

function Row({ team, onEdit }: { team: Team; onEdit: () => void }) {
  const t = useT();
  const { name, setup, form, isOpen } = team;
  const state = form === null ? "unpublished" : isOpen ? "is_open" : "closed";
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-t border-line pad py-3.5 first:border-t-0 lg:grid-cols-[minmax(0,300px)_minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-book [overflow-wrap:anywhere]">{name}</h3>
        <Badge size="s" tone={state === "is_open" ? "go" : state === "closed" ? "idle" : "wait"}>
          {t(`teams.${state}`)}
        </Badge>
      </div>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {ROLES.map((field) => (
          <div key={field} className="flex gap-x-2">
            <dt className="text-ink-3">{t(`teams.${field}`)}</dt>
            <dd className="[overflow-wrap:anywhere]">{setup?.[field]?.name ?? t(`teams.no_${field}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2">
        <ButtonLink
          size="s"
          to={`/admin?tab=recruiting&form=${setup?.formKey}`}
          aria-label={`${t("teams.questions")}: ${name}`}
        >
          {t("teams.questions")}
        </ButtonLink>
        <Button size="s" aria-label={t("teams.edit_is", { name })} onClick={onEdit}>
          {t("teams.edit")}
        </Button>
      </div>
    </li>
  );
}

type Values = { name: string; reviewerRoleId: string; roleId: string; isOpen: boolean };

const inputOf = ({ name, reviewerRoleId, roleId, isOpen }: Values) => ({
  ...{ name, isOpen },
  reviewerRoleId: Number(reviewerRoleId) || null,
  roleId: Number(roleId) || null,
});

/** Roles to choose from: those that the reader may list, with those that are chosen already. */
function useRoles(team?: Team): { id: number; name: string }[] {
  const [readsMembers, managesUsers] = [useCan("members.read"), useCan("admin.users")];
  const { data = [] } = useOfOrganization<Role[]>((id) => `/api/roles/${id}`, ["members"], {
    allowed: readsMembers || managesUsers,
  });
  const chosen = [team?.setup?.reviewerRole, team?.setup?.role].filter(
    (each) => each !== null && each !== undefined,
  );
  return [...data, ...chosen.filter(({ id }) => !data.some((each) => each.id === id))];
}

function Fields({ form, team }: { form: FormParts<Values>; team?: Team }) {
  const t = useT();
  const options = useRoles(team).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextField
        {...form.field("name")}
        label={t("teams.name")}
        required
        maxLength={NAME_LENGTH}
        autoComplete="off"
      />
      <SelectField
        {...form.field("reviewerRoleId")}
        label={t("teams.reviewerRole")}
        empty={t("teams.no_reviewerRole")}
        options={options}
      />
      <SelectField
        {...form.field("roleId")}
        label={t("teams.role")}
        empty={t("teams.no_role")}
        options={options}
      />
      <Checkbox label={t("teams.is_open")} {...form.register("isOpen")} />
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { user } = useUser();
  return (
    <FormDialog
      title={t("teams.add")}
      confirmLabel={t("teams.add")}
      schema={addTeamInput}
      defaults={{ name: "", reviewerRoleId: "", roleId: "", isOpen: true } as Values}
      inputOf={inputOf}
      failure={{ title: t("teams.not_saved") }}
      fieldOfCode={{ team_name_taken: "name" }}
      onSubmit={async (input, _values, key) => {
        await teams.create(input, { call: `/${user?.organizationId}`, key });
        toast({ title: t("teams.saved") });
      }}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function EditDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useT();
  const known = useRoles(team);
  const named = (id: number | null) => known.find((each) => each.id === id) ?? null;
  const { base, send, dialog } = useEditDialog(teams, team, {
    failed: t("teams.not_saved"),
    onSaved: () => toast({ title: t("teams.saved") }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Team, "name" | "isOpen" | "setup">
        {...conflict}
        name={team.name}
        labels={{
          name: t("teams.name"),
          isOpen: t("teams.is_open"),
          setup: ROLES.map((field) => t(`teams.${field}`)).join(", "),
        }}
        textOf={(_, value) => {
          if (typeof value === "string") return value;
          if (typeof value === "boolean") return t(value ? "teams.is_open" : "teams.closed");
          return ROLES.map((field) => value?.[field]?.name ?? t(`teams.no_${field}`)).join(", ");
        }}
      />
    ),
  });
  const { name, isOpen, setup } = base;
  const defaults: Values = {
    ...{ name, isOpen },
    reviewerRoleId: String(setup?.reviewerRole?.id ?? ""),
    roleId: String(setup?.role?.id ?? ""),
  };
  return (
    <FormDialog
      {...dialog}
      title={t("teams.edit_is", { name })}
      confirmLabel={t("action.save")}
      schema={addTeamInput}
      defaults={defaults}
      inputOf={inputOf}
      fieldOfCode={{ team_name_taken: "name" }}
      reasonOf={(values) =>
        JSON.stringify(inputOf(values)) === JSON.stringify(inputOf(defaults)) ? t("teams.nothing") : null
      }
      onSubmit={(body) => {
        const roles = { reviewerRole: named(body.reviewerRoleId), role: named(body.roleId) };
        const patch = { name: body.name, isOpen: body.isOpen, setup: setup && { ...setup, ...roles } };
        return send({ body, patch });
      }}
    >
      {(form) => <Fields form={form} team={base} />}
    </FormDialog>
  );
}
