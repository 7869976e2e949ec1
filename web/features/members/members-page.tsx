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
import { LoadingRows } from "../../ui/table.tsx";
import { countFilters, membersShape, NO_FILTERS, SEARCH_LENGTH, totalOf } from "./address.ts";
import { MemberRows } from "./member-list.tsx";
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

  const lastOpen = useRef<number | null>(null);
  useEffect(() => {
    const row = `[data-member="${lastOpen.current}"] [data-open]`;
    if (openId === null) document.querySelector<HTMLElement>(row)?.focus();
    lastOpen.current = openId;
  }, [openId]);

  const closeProfile = () => close({ member: null });
  const at = items.findIndex(({ id }) => id === openId);
  const show = (id: number) => change({ member: id });
  const previous = items[at - 1]?.id;
  const next = at < 0 ? undefined : items[at + 1]?.id;
  const profile =
    openId === null ? null : (
      <Profile
        id={openId}
        known={items[at]}
        isBeside={isWide}
        {...{ previous, next }}
        onShow={show}
        onClose={closeProfile}
      />
    );
  if (profile && !isWide) return <div className="md:mx-auto md:max-w-[760px] md:p-7">{profile}</div>;

  /** Escape closes the profile, and in it arrow keys walk the list; dialogs over the page have keys of their own. */
  const takeKey = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (key === "Escape" && !target.matches("input, select")) closeProfile();
    const step = key === "ArrowUp" ? previous : key === "ArrowDown" ? next : undefined;
    if (!step || !target.closest("[role=dialog]") || target.matches("[data-scrolls]")) return;
    event.preventDefault();
    show(step);
  };
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
        {...(profile ? { onKeyDown: takeKey } : {})}
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
              loading={<LoadingRows rows={8} />}
              failed={(error, retry) =>
                error instanceof ApiError && error.status === 403 ? (
                  <NoAccess text={t("members.no_access")} />
                ) : (
                  <ErrorState error={error} onRetry={retry} />
                )
              }
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
                  address={address}
                  linkTo={linkTo}
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
