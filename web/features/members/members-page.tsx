import { useEffect } from "react";
import { useAction } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { useMembersAddress } from "./address.ts";
import { useMemberActions } from "./member-actions.tsx";
import { Identity } from "./member-parts.tsx";
import { countsIn, exportMembers, isMember, type Person, useCounts, usePeople } from "./members.api.ts";
import { PeopleList } from "./people-list.tsx";
import { Profile } from "./profile.tsx";
import { Roster } from "./roster.tsx";

const OPEN = "bg-ice-dim shadow-[inset_2px_0_0_var(--ice)] [&_.hint]:text-ink-2 [&>td]:text-ink";
const LINK = "covers block truncate font-book";

/** The members: for readers of profiles with these, for all others a roster. */
export default function MembersPage() {
  return useCan("members.read") ? <Members /> : <Roster />;
}

/** The people of the organization, with the profile of one member beside the list on wide screens, else in its place. */
function Members() {
  const t = useT();
  const list = useMembersAddress();
  const { address, change, close, linkTo } = list;
  const { user } = useUser();
  const { member: openId, sort } = address;
  const query = { ...list.query, sort };
  const { say } = useCounts();
  const known = (usePeople(query).list?.items ?? []).filter(isMember);
  const actions = useMemberActions();
  const save = useAction(async () => user && exportMembers(user.organizationId, query), {
    failed: t("members.export_failed"),
  });
  const title = t("members.title");
  const ids = known.map(({ id }) => id);
  const { isBeside, frame, keys } = useOpenRecord(ids, openId, (member) =>
    member === null ? close({ member }) : change({ member }),
  );
  const isListed = openId !== null && ids.includes(openId);
  useEffect(() => {
    if (isListed && isBeside)
      document.querySelector(`[data-row="${openId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [isListed, isBeside, openId]);
  const profile =
    openId === null ? null : (
      <Profile id={openId} known={known.find(({ id }) => id === openId)} frame={frame} actions={actions} />
    );
  if (profile && !isBeside)
    return (
      <div className="md:mx-auto md:max-w-[760px] md:p-7">
        {profile}
        {actions.dialogs}
      </div>
    );
  const linkOf = (person: Person) =>
    isMember(person)
      ? {
          ...linkTo({ member: person.id }),
          "data-open": "",
          "aria-current": person.id === openId ? ("true" as const) : undefined,
          className: LINK,
        }
      : null;

  return (
    <Page
      title={title}
      documentTitle={title}
      sub={say((counts) => countsIn(counts, t))}
      actions={
        user ? (
          <Button icon={<DownloadIcon />} pending={save.pending} onClick={() => void save.run()}>
            <span className="max-md:sr-only">{t("members.export")}</span>
          </Button>
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
          <PeopleList
            list={list}
            actions={actions}
            look={{
              label: title,
              nameHeading: t("members.column.member"),
              nameOf: (person) => <Identity member={person} link={linkOf(person)} />,
              rowOf: ({ id }) => ({
                "data-row": id,
                className: cx("scroll-my-20", id !== null && id === openId ? OPEN : "hover:bg-deck/70"),
              }),
            }}
          />
        </div>
        {profile}
      </div>
      {actions.dialogs}
    </Page>
  );
}
