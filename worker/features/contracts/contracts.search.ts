import { sql } from "drizzle-orm";
import { numberText } from "../../lib/number-text.ts";
import type { Source } from "../../lib/search/search.ts";
import { visibleTo } from "./contracts.policy.ts";
import type { ContractStatus } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { STATUS_TEXTS } from "./contracts.texts.ts";

type Row = {
  id: number;
  title: string;
  status: ContractStatus;
  pay: number;
  currency: string;
  updated_at: string;
};

export const contractSearch: Source = {
  group: "contracts",
  needs: "contracts.read",
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select ${contracts.id}, ${contracts.title}, ${contracts.status}, ${contracts.pay},
        ${contracts.currency}, ${contracts.updatedAt}
      from ${wanted.titled("contract", contracts, actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, status, pay, currency, updated_at }: Row, { language }) => ({
    ...{
      kind: "contract",
      id,
      title,
      path: `/tools/contracts?contract=${id}`,
      weight: Date.parse(updated_at),
    },
    line: [
      ...(pay > 0 ? [`${numberText(pay, language)} ${currency}`] : []),
      STATUS_TEXTS[status][language],
    ].join(" · "),
  }),
};
