import { type KeyboardEvent, useEffect, useRef } from "react";
import { MEMBER_STATUSES } from "../../../worker/features/members/members.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { ApiError } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState, ErrorState, NoAccess } from "../../ui/states.tsx";
import { countFilters, membersShape, NO_FILTERS, SEARCH_LENGTH, totalOf } from "./address.ts";
import { LoadingRows, MemberRows } from "./member-list.tsx";
import { LIST_PAGE, members, useCounts, useRoles } from "./members.api.ts";
import { Profile } from "./profile.tsx";

export { firstPaths } from "./members.api.ts";

/** Room for list and profile side by side. */
const WIDE = "(min-width: 1151px)";

/** The organization's members, and the profile of one of them beside the list or, without room, in its place. */
export default function MembersPage() {
  const t = useT();
  const format = useFormat();
  const isWide = useMedia(WIDE);
  const { address, linkTo, change, close } = useAddress("/members", membersShape);
  const { member: openId, sort, q, status, role, inDiscord } = address;
  const source = members.useList({ q, status, role, inDiscord, sort }, { size: LIST_PAGE });
  const { data: counts } = useCounts();
  const { data: roles } = useRoles();
  const items = source.list?.items ?? [];
  const total = totalOf(address, counts);
  const count = countFilters(address);
  const title = t("members.title");

  const lastOpen = useRef(openId);
  useEffect(() => {
    if (lastOpen.current !== null && openId === null) {
      document.querySelector<HTMLElement>(`[data-member="${lastOpen.current}"] [data-open]`)?.focus();
    }
    lastOpen.current = openId;
  }, [openId]);

  const closeProfile = () => close({ member: null });
  const at = items.findIndex(({ id }) => id === openId);
  const stepTo = (next: number) => {
    const member = at < 0 ? undefined : items[next];
    if (!member) return null;
    return () => {
      void members.show(member);
      change({ member: member.id });
    };
  };
  const profile =
    openId === null ? null : (
      <Profile
        id={openId}
        isBeside={isWide}
        toPrevious={stepTo(at - 1)}
        toNext={stepTo(at + 1)}
        onClose={closeProfile}
      />
    );
  if (profile && !isWide) return <div className="md:mx-auto md:max-w-[760px] md:p-7">{profile}</div>;

  const leaveByEscape = ({ key, target, currentTarget }: KeyboardEvent) => {
    const isHere = target instanceof HTMLElement && currentTarget.contains(target);
    if (key === "Escape" && isHere && !target.matches("input, select")) closeProfile();
  };
  const failed = (error: unknown, retry: () => void) =>
    error instanceof ApiError && error.status === 403 ? (
      <NoAccess text={t("members.no_access")} />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  return (
    <Page
      title={title}
      documentTitle={title}
      sub={
        counts
          ? t("members.sub", { all: counts.all, inDiscord: counts.inDiscord, inactive: counts.inactive })
          : "\u00a0"
      }
    >
      <div
        className={cx(
          "grid items-start gap-[22px]",
          profile && "grid-cols-[minmax(0,1fr)_clamp(440px,43%,560px)]",
        )}
        {...(profile ? { onKeyDown: leaveByEscape } : {})}
      >
        <div className="min-w-0">
          <FilterBar
            search={{
              label: t("members.search"),
              value: q,
              maxLength: SEARCH_LENGTH,
              onChange: (next) => change({ q: next }),
            }}
            count={count}
            onClear={() => change(NO_FILTERS)}
          >
            <FilterSelect
              label={t("members.filter.status")}
              value={status}
              onChange={(value) => change({ status: value })}
              anyLabel={t("members.filter.any_status")}
              options={MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            />
            <FilterSelect
              label={t("members.filter.role")}
              value={role}
              onChange={(value) => change({ role: value })}
              anyLabel={t("members.filter.any_role")}
              options={(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FilterSelect
              label={t("members.filter.discord")}
              value={inDiscord}
              onChange={(value) => change({ inDiscord: value })}
              anyLabel={t("members.filter.any_discord")}
              options={[
                { value: "1", label: t("members.filter.in_discord") },
                { value: "0", label: t("members.filter.not_in_discord") },
              ]}
            />
            <span className="contents min-[801px]:hidden">
              <FilterSelect
                label={t("members.sort")}
                value={sort === "joined" ? sort : null}
                onChange={(value) => change({ sort: value ?? "seen" })}
                anyLabel={t("members.sort.seen")}
                options={[{ value: "joined", label: t("members.sort.joined") }]}
              />
            </span>
          </FilterBar>
          <Panel className="@container overflow-hidden">
            <ListView
              source={source}
              loading={<LoadingRows />}
              failed={failed}
              empty={
                <EmptyState
                  title={q ? t("members.nobody_called", { q }) : t("members.nobody")}
                  text={count > 0 ? t("members.nobody_filters") : t("members.nobody_text")}
                  action={<Button onClick={() => change(NO_FILTERS)}>{t("filter.clear")}</Button>}
                />
              }
              moreLabel={(loaded) =>
                total === null
                  ? t("members.more_unknown", { loaded: format.number(loaded) })
                  : t("members.more", { count: Math.max(1, Math.min(LIST_PAGE, total - loaded)) })
              }
            >
              {(rows) => (
                <MemberRows
                  items={rows}
                  sort={sort}
                  openId={openId}
                  linkTo={({ id }) => linkTo({ member: id })}
                  onSort={(next) => change({ sort: next })}
                />
              )}
            </ListView>
          </Panel>
        </div>
        {profile}
      </div>
    </Page>
  );
}
