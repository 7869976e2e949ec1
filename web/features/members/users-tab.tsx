import { useFilters } from "../../lib/filters.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { PageSentence } from "../../ui/page.tsx";
import { peopleFilters } from "./address.ts";
import { useMemberActions } from "./member-actions.tsx";
import { Identity } from "./member-parts.tsx";
import { countsIn, isMember, type Person, useCounts } from "./members.api.ts";
import { PeopleList } from "./people-list.tsx";

/** The people of the organization as users who sign in. */
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
  return (
    <>
      <PageSentence>{say((counts) => countsIn(counts, t))}</PageSentence>
      <PeopleList
        list={list}
        actions={actions}
        look={{
          label: t("users_tab.title"),
          nameHeading: t("users_tab.user"),
          nameOf: (person) => <Identity member={person} link={linkOf(person)} hasEmail />,
        }}
      />
      {actions.dialogs}
    </>
  );
}
