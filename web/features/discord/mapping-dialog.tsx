import {
  type DiscordRole,
  type RoleMapping,
  type RoleMappingInput,
  type RoleSync,
  roleMappingInput,
} from "../../../worker/features/discord/roles/roles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import type { FormParts } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { roleSets, useDiscordRoles, useEffectOf } from "./discord.api.ts";

type Role = RoleSync["roles"][number];
type Values = { discordRoleIds: string[]; givesInDiscord: string[] };

const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);

export function MappingDialog(props: { set: RoleSync; role: Role; onClose: () => void }) {
  const t = useT();
  const { role, onClose } = props;
  const reading = useDiscordRoles();
  const namesOf = (mappings: readonly RoleMapping[]) =>
    mappings
      .filter(({ roleId }) => roleId === role.id)
      .map(({ discordRoleName }) => `@${discordRoleName}`)
      .join(", ") || "–";
  const { base, editing, send, dialog } = useEditDialog(roleSets, props.set, {
    failed: t("discord.mapping.failed"),
    onSaved: () => toast({ title: t("discord.mapping.saved") }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<RoleSync, "mappings">
        {...conflict}
        name={t("discord.order.title")}
        labels={{ mappings: role.name }}
        textOf={(_, mappings) => namesOf(mappings)}
      />
    ),
  });
  const mine = base.mappings.filter(({ roleId }) => roleId === role.id);
  const defaults: Values = {
    discordRoleIds: mine.map(({ discordRoleId }) => discordRoleId),
    givesInDiscord: mine.filter((each) => each.givesInDiscord).map((each) => each.discordRoleId),
  };
  return (
    <FormDialog<Values, RoleMappingInput>
      {...dialog}
      title={t("discord.mapping.title")}
      description={t.rich("discord.mapping.text", { name: <b key="name">{role.name}</b> })}
      schema={roleMappingInput}
      defaults={defaults}
      confirmLabel={t(editing.pending ? "discord.mapping.saving" : "discord.mapping.save")}
      onSubmit={(body) => {
        const patch = { mappings: mappingsWith(base, role.id, body, reading.data ?? []) };
        return send({ call: `/${role.id}`, method: "PUT", body, patch });
      }}
    >
      {(form) => (
        <>
          <DiscordRoleList form={form} reading={reading} set={base} role={role} />
          {form.errorOf("discordRoleIds") ? (
            <p className="text-sm text-stop">{form.errorOf("discordRoleIds")}</p>
          ) : null}
          <Effect set={base} role={role} chosen={form.values.discordRoleIds} />
          <Selected form={form} roles={reading.data ?? []} known={mine} />
        </>
      )}
    </FormDialog>
  );
}

/** How many people get the role by the chosen Discord roles, and which roles the others have. */
function Effect({ set, role, chosen }: { set: RoleSync; role: Role; chosen: readonly string[] }) {
  const t = useT();
  const effect = useEffectOf(set, role.id, chosen);
  const others = effect?.others.filter(({ people }) => people > 0) ?? [];
  const people = others.reduce((sum, each) => sum + each.people, 0);
  const names = others.map((each) => `${each.role || t("discord.preview.no_role")} (${each.people})`);
  return (
    <p role="status" className="min-h-[1lh]">
      {effect ? t("discord.mapping.effect", { gets: effect.gets, name: role.name }) : null}{" "}
      {people > 0 ? t("discord.mapping.effect_not", { people, names: names.join(", ") }) : null}
    </p>
  );
}

function mappingsWith(set: RoleSync, roleId: number, input: RoleMappingInput, roles: readonly DiscordRole[]) {
  const { discordRoleIds, givesInDiscord = [] } = input;
  const others = set.mappings.filter((each) => each.roleId !== roleId);
  const mine = discordRoleIds.map((discordRoleId, at): RoleMapping => {
    const known = set.mappings.find((each) => each.discordRoleId === discordRoleId);
    const name = roles.find(({ id }) => id === discordRoleId)?.name ?? "";
    const made = { id: -at - 1, roleId, discordRoleId, discordRoleName: name, organizationId: set.id };
    return {
      ...(known ?? { ...made, priority: set.roles.find(({ id }) => id === roleId)?.priority ?? 0 }),
      givesInDiscord: givesInDiscord.includes(discordRoleId),
    };
  });
  return [...others, ...mine].sort((a, b) => b.priority - a.priority);
}

/** Puts roles that Discord or a bot gives last: hardly anybody maps them. */
const lastManaged = (a: DiscordRole, b: DiscordRole) => Number(a.managed) - Number(b.managed);

/** The roles of the Discord server, highest first, with the role of the organization that they give already. */
function DiscordRoleList(props: {
  form: FormParts<Values>;
  reading: ReturnType<typeof useDiscordRoles>;
  set: RoleSync;
  role: Role;
}) {
  const t = useT();
  const { form, reading, set, role } = props;
  const { data: roles, error, mutate } = reading;
  const { discordRoleIds: chosen, givesInDiscord } = form.values;
  const choose = (id: string, isChosen: boolean) => {
    form.set("discordRoleIds", isChosen ? [...chosen, id] : without(chosen, id));
    if (!isChosen) form.set("givesInDiscord", without(givesInDiscord, id));
  };
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} className="-my-8" />;
  if (!roles) return <LoadingRows rows={4} />;
  if (roles.length === 0) {
    return <EmptyState title={t("discord.mapping.no_roles")} text={t("discord.mapping.no_roles_text")} />;
  }
  return (
    <ul
      aria-label={t("discord.mapping.list")}
      className="max-h-[min(320px,40dvh)] overflow-auto rounded-m border border-line"
    >
      {roles.toSorted(lastManaged).map(({ id, name, color, people }) => {
        const other = set.mappings.find((each) => each.discordRoleId === id && each.roleId !== role.id);
        const otherName = set.roles.find((each) => each.id === other?.roleId)?.name;
        return (
          <li key={id} className="border-t border-line px-3 py-1.5 first:border-t-0">
            <Checkbox
              checked={chosen.includes(id)}
              disabled={otherName !== undefined}
              onChange={({ target }) => choose(id, target.checked)}
              className="w-full"
              label={
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
                  <ColorDot color={color} />
                  {name}
                  <span className="hint">{t("discord.mapping.people", { people })}</span>
                  {otherName ? (
                    <span className="hint">{t("discord.mapping.taken", { name: otherName })}</span>
                  ) : null}
                </span>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The chosen roles, each with a switch that gives it in Discord too, and what the bot lacks for that. */
function Selected(props: { form: FormParts<Values>; roles: DiscordRole[]; known: RoleMapping[] }) {
  const t = useT();
  const { form, roles, known } = props;
  const { discordRoleIds: chosen, givesInDiscord: gives } = form.values;
  const nameOf = (id: string) =>
    roles.find((each) => each.id === id)?.name ??
    known.find((each) => each.discordRoleId === id)?.discordRoleName ??
    id;
  return (
    <section aria-label={t("discord.mapping.selected")}>
      <h3 className="label mb-1.5">{t("discord.mapping.selected")}</h3>
      {chosen.length === 0 ? <p className="hint">{t("discord.mapping.none_selected")}</p> : null}
      <ul>
        {chosen.map((id) => {
          const role = roles.find((each) => each.id === id);
          const isOn = gives.includes(id);
          return (
            <li key={id} className="border-t border-line py-2 first:border-t-0">
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="inline-flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
                  <ColorDot color={role?.color ?? 0} />@{nameOf(id)}
                </span>
                <Switch
                  label={t("discord.mapping.gives")}
                  subject={nameOf(id)}
                  checked={isOn}
                  reason={role?.lacks && !isOn ? t(`discord.lacks.${role.lacks}`) : null}
                  onChange={(on) => form.set("givesInDiscord", on ? [...gives, id] : without(gives, id))}
                />
              </span>
              {role?.lacks ? <p className="mt-1 hint">{t(`discord.lacks.${role.lacks}`)}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function ColorDot({ color }: { color: number }) {
  return (
    <span
      aria-hidden="true"
      className="size-2 flex-none rounded-full bg-ink-3 forced-color-adjust-none"
      style={color === 0 ? undefined : { background: `#${color.toString(16).padStart(6, "0")}` }}
    />
  );
}
