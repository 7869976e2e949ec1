import { MEMBER_STATUSES } from "../../../worker/features/members/members.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import "../../lib/row-keys.ts";
import { useFormat } from "../../lib/use-format.ts";
import { FilterBar, FilterSelect, useFilterSelects } from "../../ui/filter-bar.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { type PeopleList as Address, totalOf } from "./address.ts";
import type { MemberActions } from "./member-actions.tsx";
import { LIST_PAGE, useCounts, usePeople, useRoles } from "./members.api.ts";
import { type PeopleLook, PeopleRows } from "./people-rows.tsx";

/** The people of the organization with their filters: the same list at each address that shows it. */
export function PeopleList(props: { list: Address; look: PeopleLook; actions: MemberActions }) {
  const t = useT();
  const format = useFormat();
  const administers = useCan("admin.users");
  const { list } = props;
  const { sort } = list.address;
  const filter = useFilterSelects(list, "members");
  const source = usePeople({ ...list.query, sort });
  const { data: counts } = useCounts();
  const total = totalOf(list.address, counts);
  const none = { value: "none", label: t("members.without_role") };
  const statuses = MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  const roles = (useRoles().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FilterBar list={list} search={t("members.search")}>
        {filter("status", administers ? [...statuses, none] : statuses)}
        {filter("role", roles)}
        {filter("inDiscord", [
          { value: "1", label: t("members.filter.in_discord") },
          { value: "0", label: t("members.filter.not_in_discord") },
        ])}
        {filter("signedIn", [{ value: "0", label: t("members.signed_in.never") }])}
        <span className="contents min-[801px]:hidden">
          <FilterSelect
            list={list}
            name="sort"
            label={t("members.sort")}
            anyLabel={t("members.sort.seen")}
            options={[{ value: "joined", label: t("members.sort.joined") }]}
          />
        </span>
      </FilterBar>
      <ListPanel
        source={source}
        list={list}
        noMatch={{ title: t("members.nobody") }}
        moreLabel={(loaded) =>
          total === null
            ? t("members.more_unknown", { loaded: format.number(loaded) })
            : t("members.more", { count: Math.max(1, Math.min(LIST_PAGE, total - loaded)) })
        }
      >
        {(people) => <PeopleRows people={people} {...props} />}
      </ListPanel>
    </>
  );
}
