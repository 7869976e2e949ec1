import { useAddress } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { countFilters, membersShape, NO_FILTERS, SEARCH_LENGTH, totalOf } from "./address.ts";
import { MemberRows } from "./member-list.tsx";
import { StatusFilter } from "./member-parts.tsx";
import { exportPath, LIST_PAGE, members, useCounts, useRoles } from "./members.api.ts";
import { Profile } from "./profile.tsx";

export { firstPaths } from "./members.api.ts";

/** The organization's members, and the profile of one of them beside the list or, without room, in its place. */
export default function MembersPage() {
  const t = useT();
  const format = useFormat();
  const { address, linkTo, change, close } = useAddress("/members", membersShape);
  const { user } = useUser();
  const { member: openId, show, sort, q, status, role, inDiscord, signedIn } = address;
  const query = { q, status, role, inDiscord, signedIn, sort };
  const source = members.useList(query, { size: LIST_PAGE });
  const { data: counts } = useCounts();
  const { data: roles } = useRoles();
  const items = source.list?.items ?? [];
  const total = totalOf(address, counts);
  const count = countFilters(address);
  const title = t("members.title");

  const { isBeside, frame, keys } = useOpenRecord(
    items.map(({ id }) => id),
    openId,
    (id) => (id === null ? close({ member: null }) : change({ member: id })),
  );
  const profile =
    openId === null ? null : (
      <Profile
        id={openId}
        known={items.find(({ id }) => id === openId)}
        frame={frame}
        show={show}
        onShow={(next) => change({ show: next })}
      />
    );
  if (profile && !isBeside) return <div className="md:mx-auto md:max-w-[760px] md:p-7">{profile}</div>;

  return (
    <Page
      title={title}
      documentTitle={title}
      sub={
        counts
          ? t("members.sub", { all: counts.all, inDiscord: counts.inDiscord, inactive: counts.inactive })
          : "\u00a0"
      }
      actions={
        user ? (
          <a href={exportPath(user.organizationId, query)} download className={buttonClass({})}>
            <DownloadIcon />
            {t("members.export")}
          </a>
        ) : null
      }
    >
      <div
        className={cx(
          "grid items-start gap-[22px]",
          profile && "grid-cols-[minmax(0,1fr)_clamp(440px,43%,560px)]",
        )}
        {...keys}
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
            <StatusFilter value={status} onChange={(value) => change({ status: value })} />
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
            <FilterSelect
              label={t("members.filter.signed_in")}
              value={signedIn}
              onChange={(value) => change({ signedIn: value })}
              anyLabel={t("members.filter.any_signed_in")}
              options={[{ value: "0", label: t("members.filter.never_signed_in") }]}
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
