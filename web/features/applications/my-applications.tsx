import type { Application } from "../../../worker/features/applications/applications.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { NoteIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { applications } from "./applications.api.ts";
import { Message, Outcome, useAgo, Withdraw } from "./parts.tsx";

const isPending = ({ status }: Application) => status === "pending";

export default function MyApplications() {
  const t = useT();
  const source = applications.useList({ of: "me" }, { size: 25 });
  const seesBoard = useCan("contracts.read");
  return (
    <ListPanel
      label={t("applications.mine")}
      source={source}
      empty={
        <EmptyState
          icon={<NoteIcon size={22} />}
          title={t("applications.mine_none")}
          action={seesBoard && <ButtonLink to="/tools/contracts">{t("applications.to_board")}</ButtonLink>}
        />
      }
      moreLabel={() => t("applications.more")}
    >
      {(items) => (
        <ul>
          {[...items.filter(isPending), ...items.filter((each) => !isPending(each))].map((each) => (
            <Row key={each.id} application={each} />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}

function Row({ application }: { application: Application }) {
  const t = useT();
  const ago = useAgo();
  const format = useFormat();
  const { contractPay: pay, contractCurrency, contractDeadline: deadline, status } = application;
  const terms = [
    pay ? `${format.number(pay)} ${contractCurrency}` : null,
    isPending(application) && deadline
      ? t("applications.deadline", { when: format.dayWithin(deadline) })
      : null,
  ].filter(Boolean);
  const { id, kind, contractId, contractTitle, createdAt, decidedAt, decidedBy, message, shipType, can } =
    application;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pad py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64 leading-[1.4]">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {kind === "security" ? (
            <PlaceLink to={`/organization?tab=security&application=${id}`} className="hover:underline">
              {t("applications.security_team")}
            </PlaceLink>
          ) : contractTitle === null ? (
            t("applications.taken_back")
          ) : (
            <PlaceLink to={`/tools/contracts?contract=${contractId}`} className="hover:underline">
              {contractTitle}
            </PlaceLink>
          )}
        </p>
        <p className="text-md text-ink-2 [overflow-wrap:anywhere]">
          {t(`applications.kind.${kind}`)}
          {" · "}
          <Time at={createdAt}>{t("applications.sent_when", { when: ago(createdAt) })}</Time>
          {" · "}
          {shipType}
        </p>
        {terms.length > 0 ? <p className="text-md text-ink-2">{terms.join(" · ")}</p> : null}
        <Message text={message} />
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <Outcome status={application.status} />
          {decidedAt && decidedBy ? (
            <Time at={decidedAt} className="hint">
              {t("applications.decided_by_name", { name: decidedBy })}
            </Time>
          ) : null}
        </span>
        {can.withdraw ? <Withdraw application={application} /> : null}
        {status === "accepted" && kind === "contract" && contractTitle !== null ? (
          <ButtonLink size="s" to={`/tools/contracts?contract=${contractId}`}>
            {t("applications.open_contract")}
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}
