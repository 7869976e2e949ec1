import { useState } from "react";
import { MEMBER_STATUSES } from "../../../worker/features/members/members.schema.ts";
import { act } from "../../lib/action.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { FilterBar, useFilterSelects } from "../../ui/filter-bar.tsx";
import { KeyIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Table } from "../../ui/table.tsx";
import { byNameAndStatus } from "./address.ts";
import { Identity, LastSeen, ROW, useRefusal } from "./member-parts.tsx";
import { type KnownMember, LIST_PAGE, members, statusEdit, useCounts } from "./members.api.ts";

const PasswordLink = lazyDialog(() => import("./password-link-dialog.tsx"));
const DeleteDialog = lazyDialog(() => import("./delete-user-dialog.tsx"));

const userFilters = filters(byNameAndStatus);

type Open = { what: "link" | "delete" | "deactivate"; member: KnownMember };

/** The members as users who can sign in: password links, activation and deletion. */
export default function UsersTab() {
  const t = useT();
  const format = useFormat();
  const list = useFilters("/admin", userFilters);
  const filter = useFilterSelects(list, "members");
  const { q } = list.address;
  const source = members.useList(list.query, { size: LIST_PAGE });
  const { data: counts } = useCounts();
  const statuses = MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const refusalOf = useRefusal();
  const told = {
    done: ({ displayName: description }: KnownMember) => ({ title: t("users_tab.status_done"), description }),
    failed: t("users_tab.status_failed"),
  };
  const activate = (member: KnownMember) => act(() => members.edit(member, statusEdit("active")), told);
  /** Why no password link can be made; null where it can. */
  const linkReason = (member: KnownMember) => {
    if (member.can.makePasswordLink) return null;
    return member.can.delete ? t("members.inactive_text") : refusalOf(member);
  };
  return (
    <>
      {counts ? (
        <PageSentence>
          {t("users_tab.sentence", { active: counts.active, inactive: counts.inactive })}
        </PageSentence>
      ) : null}
      <FilterBar list={list} search={t("members.search")}>
        {filter("status", statuses)}
      </FilterBar>
      <ListPanel
        source={source}
        list={list}
        noMatch={{
          title: q ? t("members.nobody_called", { q }) : t("members.nobody"),
          text: t("members.nobody_filters"),
        }}
        moreLabel={(loaded) => t("members.more_unknown", { loaded: format.number(loaded) })}
      >
        {(items) => (
          <Table
            label={t("users_tab.title")}
            items={items}
            headClass="max-md:sr-only"
            rowOf={() => ({ className: ROW })}
            columns={{
              user: {
                heading: t("users_tab.user"),
                cell: (member) => (
                  <Identity
                    member={member}
                    to={`/members?member=${member.id}`}
                    className="block truncate font-book hover:underline"
                  />
                ),
                cellClass: "w-[28%] max-w-0 max-md:w-auto max-md:max-w-none",
              },
              email: {
                heading: t("members.email"),
                cell: ({ email }) => email ?? <span className="hint">{t("users_tab.no_email")}</span>,
                cellClass: "max-w-[240px] truncate text-md text-ink-2 max-md:hidden",
              },
              role: {
                heading: t("members.role"),
                cell: ({ role }) => role,
                cellClass:
                  "text-md leading-[1.35] max-md:row-start-2 max-md:mt-1.5 max-md:ml-[42px] max-md:text-ink-2",
              },
              seen: {
                heading: t("members.column.seen"),
                headClass: "max-lg:hidden",
                cell: (member) => <LastSeen member={member} />,
                cellClass: "text-md whitespace-nowrap text-ink-2 max-lg:hidden",
              },
              status: {
                heading: t("members.status"),
                cell: (member) => (
                  <Switch
                    checked={member.status === "active"}
                    label={t(`status.${member.status}`)}
                    of={member.displayName}
                    reason={member.can.changeStatus ? null : refusalOf(member)}
                    onChange={(isOn) =>
                      isOn ? void activate(member) : setOpen({ what: "deactivate", member })
                    }
                  />
                ),
                cellClass: "whitespace-nowrap max-md:row-start-2 max-md:mt-1.5 max-md:justify-self-end",
              },
              actions: {
                heading: <span className="sr-only">{t("users_tab.actions")}</span>,
                cell: (member) => (
                  <Menu
                    trigger={
                      <IconButton
                        label={t("users_tab.actions_of", { name: member.displayName })}
                        icon={<MoreIcon />}
                      />
                    }
                  >
                    <MenuItem
                      icon={<KeyIcon />}
                      reason={linkReason(member)}
                      onSelect={() => setOpen({ what: "link", member })}
                    >
                      {t("members.link")}
                    </MenuItem>
                    <MenuItem
                      icon={<TrashIcon />}
                      danger
                      reason={member.can.delete ? null : refusalOf(member)}
                      onSelect={() => setOpen({ what: "delete", member })}
                    >
                      {t("users_tab.delete")}
                    </MenuItem>
                  </Menu>
                ),
                cellClass: "w-12 text-right max-md:col-start-2 max-md:row-start-1 max-md:w-auto",
              },
            }}
          />
        )}
      </ListPanel>
      {open?.what === "link" ? <PasswordLink member={open.member} onClose={close} /> : null}
      {open?.what === "delete" ? <DeleteDialog member={open.member} onClose={close} /> : null}
      {open?.what === "deactivate" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.deactivate_title", { name: open.member.displayName })}
          description={t("members.deactivate_text")}
          confirmLabel={t("members.deactivate")}
          danger
          onConfirm={() => members.edit(open.member, statusEdit("inactive"))}
          {...told}
        />
      ) : null}
    </>
  );
}
