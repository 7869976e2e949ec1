import { sql } from "drizzle-orm";
import { NEED_LIMIT, type Need } from "../../lib/needs.ts";
import { contracts } from "../contracts/index.ts";
import { users } from "../users/index.ts";
import { contractApplications } from "./applications.table.ts";

const decision = (verb: "accept" | "decline", en: string, da: string) =>
  ({
    label: { en, da },
    method: "PATCH",
    path: `/api/contract-applications/{id}/${verb}`,
    body: ({ version }: Readonly<Record<string, string | number | null>>) => ({ version }),
  }) as const;

/** Applications to contracts that the actor posted. Others who look after these may decide, and are not asked. */
export const applicationNeeds: readonly Need[] = [
  {
    kind: "application.contract",
    to: "contracts.read",
    select: ({
      actor,
    }) => sql`select json_object('id', a.id, 'version', a.version, 'contractId', c.id, 'subject', c.title,
          'name', u.display_name) as details, a.created_at as since, null as due_at
      from (select id, title from ${contracts} where posted_by = ${actor.memberId ?? -1} and status in ('posted', 'open', 'active')
          and applications > 0 limit ${NEED_LIMIT}) c
        cross join ${contractApplications} a on a.contract_id = c.id and a.status = 'pending'
        cross join ${users} u on u.id = a.user_id
      where a.user_id <> ${actor.userId}`,
    one: {
      en: "{name} applied for {subject}.",
      da: "{name} har ansøgt om {subject}.",
    },
    many: {
      en: "{count|application to your contracts waits|applications to your contracts wait} for an answer",
      da: "{count|ansøgning|ansøgninger} til dine kontrakter venter på svar",
    },
    first: { en: "First {name} for {subject}", da: "Først {name} til {subject}" },
    opens: "/tools/contracts?contract={contractId}",
    opensMany: "/tools/contracts?status=available",
    openLabel: { en: "Read", da: "Læs" },
    acts: [decision("accept", "Accept", "Godkend"), decision("decline", "Decline", "Afvis")],
  },
];
