import { useFilters } from "../../lib/filters.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { PageSentence } from "../../ui/page.tsx";
import { Switch } from "../../ui/switch.tsx";
import { peopleFilters } from "./address.ts";
import { useMemberActions } from "./member-actions.tsx";
import { Identity } from "./member-parts.tsx";
import { isMember, type Person, useCounts } from "./members.api.ts";
import { PeopleList } from "./people-list.tsx";

/** The people of the organization as users who sign in, with a switch for the status of each member. */
export default function UsersTab() {
  const t = useT();
  const list = useFilters("/admin", peopleFilters);
  const opensMembers = useCan("members.read");
  const { say } = useCounts();
  const messages = { done: t("users_tab.status_done"), failed: t("users_tab.status_failed") };
  const actions = useMemberActions(messages);
  const linkOf = (person: Person) =>
    isMember(person) && opensMembers
      ? { to: `/members?member=${person.id}`, className: "block truncate font-book hover:underline" }
      : null;
  const statusOf = (person: Person) =>
    isMember(person) ? (
      <Switch
        checked={person.status === "active"}
        label={t(`status.${person.status}`)}
        subject={person.displayName}
        reason={person.can.changeStatus ? null : person.why.changeStatus}
        onChange={(isOn) => (isOn ? void actions.activate(person) : actions.open("deactivate", person))}
      />
    ) : null;
  return (
    <>
      <PageSentence>
        {say(({ active, inactive, withoutRole }) =>
          t("users_tab.sentence", { active, inactive, others: withoutRole ?? 0 }),
        )}
      </PageSentence>
      <PeopleList
        list={list}
        actions={actions}
        look={{
          label: t("users_tab.title"),
          nameHeading: t("users_tab.user"),
          nameOf: (person) => <Identity member={person} link={linkOf(person)} />,
          statusOf,
          hasEmail: true,
        }}
      />
      {actions.dialogs}
    </>
  );
}
