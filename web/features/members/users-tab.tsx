import { Suspense, useState } from "react";
import { Link } from "react-router";
import { MEMBER_STATUSES } from "../../../worker/features/members/members.schema.ts";
import { oneOf, text, useAddress } from "../../lib/address.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { LoadingRows, Table } from "../../ui/table.tsx";
import { SEARCH_LENGTH } from "./address.ts";
import { Face, LastSeen, StatusFilter, useRefusal } from "./member-parts.tsx";
import { type KnownMember, LIST_PAGE, members, statusEdit, useCounts } from "./members.api.ts";

const passwordLink = part(() => import("./password-link-dialog.tsx"));
const deleteDialog = part(() => import("./delete-user-dialog.tsx"));

const shape = { q: text(SEARCH_LENGTH), status: oneOf(MEMBER_STATUSES) };
const NO_FILTERS = { q: "", status: null } as const;

type Open = { what: "link" | "delete" | "deactivate"; member: KnownMember };

/** The members as those who can sign in: who may, who may no longer, and what goes with them. */
export default function UsersTab() {
  const t = useT();
  const format = useFormat();
  const { address, change } = useAddress("/admin", shape);
  const { q, status } = address;
  const source = members.useList({ q, status }, { size: LIST_PAGE });
  const { data: counts } = useCounts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  const setStatus = async (member: KnownMember, next: KnownMember["status"]) => {
    await members.edit(member, statusEdit(next));
    toast({ title: t("users_tab.status_done"), description: member.displayName });
  };
  const activate = (member: KnownMember) =>
    setStatus(member, "active").catch((error: unknown) =>
      tellFailure(error, { title: t("users_tab.status_failed") }),
    );
  return (
    <>
      {counts ? (
        <PageSentence>
          {t("users_tab.sentence", { active: counts.active, inactive: counts.inactive })}
        </PageSentence>
      ) : null}
      <FilterBar
        search={{
          label: t("members.search"),
          value: q,
          maxLength: SEARCH_LENGTH,
          onChange: (next) => change({ q: next }),
        }}
        count={status ? 1 : 0}
        onClear={() => change(NO_FILTERS)}
      >
        <StatusFilter value={status} onChange={(value) => change({ status: value })} />
      </FilterBar>
      <Panel className="overflow-hidden">
        <ListView
          source={source}
          loading={<LoadingRows rows={8} />}
          empty={
            <EmptyState
              title={q ? t("members.nobody_called", { q }) : t("members.nobody")}
              text={t("members.nobody_filters")}
              action={<Button onClick={() => change(NO_FILTERS)}>{t("filter.clear")}</Button>}
            />
          }
          moreLabel={(loaded) => t("members.more_unknown", { loaded: format.number(loaded) })}
        >
          {(items) => <Rows items={items} onOpen={setOpen} onActivate={activate} />}
        </ListView>
      </Panel>
      <Suspense>
        {open?.what === "link" ? <passwordLink.View member={open.member} onClose={close} /> : null}
        {open?.what === "delete" ? <deleteDialog.View member={open.member} onClose={close} /> : null}
      </Suspense>
      {open?.what === "deactivate" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.deactivate_title", { name: open.member.displayName })}
          description={t("members.deactivate_text")}
          confirmLabel={t("members.deactivate")}
          danger
          onConfirm={() =>
            setStatus(open.member, "inactive").catch((error: unknown) => {
              tellFailure(error, { title: t("users_tab.status_failed") });
              throw error;
            })
          }
        />
      ) : null}
    </>
  );
}

function Rows(props: {
  items: KnownMember[];
  onOpen: (open: Open) => void;
  onActivate: (member: KnownMember) => void;
}) {
  const t = useT();
  const refusalOf = useRefusal();
  const { items, onOpen, onActivate } = props;
  return (
    <Table
      label={t("users_tab.title")}
      items={items}
      headClass="max-md:sr-only"
      rowOf={() => ({ className: "h-[56px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3" })}
      columns={{
        user: {
          heading: t("users_tab.user"),
          cell: (member) => (
            <span className="flex min-w-0 items-center gap-3">
              <Face member={member} />
              <span className="min-w-0 leading-[1.35]">
                <Link
                  to={`/members?member=${member.id}`}
                  className="block truncate font-book hover:underline"
                >
                  {member.displayName}
                </Link>
                <span className="block truncate hint">@{member.username}</span>
              </span>
            </span>
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
          cell: (member) => <LastSeen member={member} />,
          cellClass: "text-md whitespace-nowrap text-ink-2 max-md:hidden",
        },
        status: {
          heading: t("members.status"),
          cell: (member) => (
            <Switch
              checked={member.status === "active"}
              label={t(`status.${member.status}`)}
              of={member.displayName}
              reason={member.can.changeStatus ? null : refusalOf(member)}
              onChange={(isOn) => (isOn ? onActivate(member) : onOpen({ what: "deactivate", member }))}
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
                onSelect={() => onOpen({ what: "link", member })}
              >
                {t("members.link")}
              </MenuItem>
              <MenuItem
                icon={<TrashIcon />}
                danger
                reason={member.can.delete ? null : refusalOf(member)}
                onSelect={() => onOpen({ what: "delete", member })}
              >
                {t("users_tab.delete")}
              </MenuItem>
            </Menu>
          ),
          cellClass: "w-12 text-right max-md:col-start-2 max-md:row-start-1 max-md:w-auto",
        },
      }}
    />
  );

  /** Why no password link can be made, or null. */
  function linkReason(member: KnownMember): string | null {
    if (member.can.makePasswordLink) return null;
    return member.can.delete ? t("members.inactive_text") : refusalOf(member);
  }
}
