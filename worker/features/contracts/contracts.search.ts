import { sql } from "drizzle-orm";
import { numberText } from "../../lib/number-text.ts";
import type { Source } from "../../lib/search/search.ts";
import { visibleTo } from "./contracts.policy.ts";
import { type Contract, stateOf } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { STATE_TEXTS } from "./contracts.texts.ts";

type Row = Pick<
  Contract,
  "id" | "title" | "status" | "assignedTo" | "deadline" | "pay" | "currency" | "updatedAt"
>;

export const contractSearch: Source = {
  group: "contracts",
  needs: "contracts.read",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select ${contracts.id}, ${contracts.title}, ${contracts.status}, ${contracts.pay},
        ${contracts.currency}, ${contracts.assignedTo} as assignedTo, ${contracts.deadline}, ${contracts.updatedAt} as updatedAt
      from ${wanted.titled("contract", contracts, actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, pay, currency, updatedAt, ...contract }: Row, { language, now }) => ({
    ...{
      kind: "contract",
      id,
      title,
      path: `/tools/contracts?contract=${id}`,
      weight: Date.parse(updatedAt),
    },
    line: [
      ...(pay > 0 ? [`${numberText(pay, language)} ${currency}`] : []),
      STATE_TEXTS[stateOf(contract, now.getTime())][language],
    ].join(" · "),
  }),
};
