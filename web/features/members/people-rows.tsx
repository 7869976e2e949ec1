import type { ComponentProps, ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { PeopleList } from "./address.ts";
import { type MemberActions, MemberMenu } from "./member-actions.tsx";
import { LastSeen } from "./member-parts.tsx";
import type { Person } from "./members.api.ts";

const ROW = "h-[56px] max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:px-4 max-md:py-3";

/** The parts of the list that differ between its addresses. */
export type PeopleLook = {
  /** Name of the table. */
  label: string;
  nameHeading: string;
  nameOf: (person: Person) => ReactNode;
  rowOf?: (person: Person) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
};

type Row = { id: number; person: Person };

/** People in a table; the column of the list's order is the last that a narrow table drops. */
export function PeopleRows(props: {
  people: readonly Person[];
  look: PeopleLook;
  list: PeopleList;
  actions: MemberActions;
}) {
  const t = useT();
  const format = useFormat();
  const { people, look, list, actions } = props;
  const { sort } = list.address;
  const date = (name: "joined" | "seen", cell: (person: Person) => ReactNode): Column<Row> => ({
    heading: t(`members.column.${name}`),
    headClass: cx("text-right!", name !== sort && "@max-[820px]:hidden"),
    sort: { isChosen: name === sort, onChoose: () => list.change({ sort: name }) },
    cell: ({ person }) => cell(person),
    cellClass: cx(
      "text-right text-md leading-[1.35] whitespace-nowrap text-ink-2 max-md:col-start-2 max-md:row-start-1",
      name !== sort && "@max-[820px]:hidden",
    ),
  });
  const joined = date("joined", ({ joinedAt }) =>
    joinedAt === null ? "–" : <Time at={joinedAt}>{format.date(joinedAt)}</Time>,
  );
  return (
    <Table<Row>
      label={look.label}
      items={people.map((person) => ({ id: person.userId, person }))}
      headClass="max-md:hidden"
      rowOf={({ person }) => {
        const { className, ...row } = look.rowOf?.(person) ?? {};
        return { ...row, className: cx(ROW, className) };
      }}
      columns={{
        name: {
          heading: look.nameHeading,
          cell: ({ person }) => look.nameOf(person),
          cellClass: "w-[30%] max-w-0 max-md:w-auto max-md:max-w-none",
        },
        role: {
          heading: t("members.role"),
          cell: ({ person }) => person.role ?? <span className="hint">{t("members.without_role")}</span>,
          cellClass: "text-md leading-[1.35] max-md:hidden",
        },
        joined,
        seen: date("seen", (person) => <LastSeen member={person} />),
        actions: {
          heading: <span className="sr-only">{t("members.actions")}</span>,
          cell: ({ person }) => <MemberMenu person={person} actions={actions} />,
          // Above the link of the name, which covers the whole row.
          cellClass: "relative z-1 w-12 text-right max-md:col-start-3 max-md:row-start-1 max-md:w-auto",
        },
      }}
    />
  );
}
