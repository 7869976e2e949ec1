import type { Contract, OwnContracts } from "../../../worker/features/contracts/contracts.schema.ts";
import type { LiveTopic } from "../../../worker/lib/live/live.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { ShipPhoto } from "../ships/index.ts";
import { DeadlineText, Pay, useContractState } from "./contract-parts.tsx";

const BOARD = "/tools/contracts";
const pathOf = ({ id }: Contract) => `${BOARD}?contract=${id}`;

const TOPICS: LiveTopic[] = ["contracts", "hangars", "events"];

const ROW = "border-t border-line pad py-3 leading-[1.4] first:border-t-0";

/** The reader's contracts, and those that their ships fit. */
export default function OwnPanel() {
  const t = useT();
  const answer = useOfOrganization<OwnContracts>((id) => `/api/contracts/${id}/own`, TOPICS);
  return (
    <Panel
      title={t("contracts.yours")}
      actions={
        <PlaceLink to={BOARD} className="link py-1 text-md">
          {t("contracts.all")}
        </PlaceLink>
      }
    >
      <AnswerView answer={answer} loading={<LoadingRows rows={4} />}>
        {({ own, hasShips, fitting }) => (
          <>
            {own.length > 0 ? (
              <ul>
                {own.map((contract) => (
                  <Own key={contract.id} contract={contract} />
                ))}
              </ul>
            ) : null}
            {fitting.length > 0 ? (
              <>
                <h3 className={cx("label pad pt-3.5 pb-1", own.length > 0 && "border-t border-line")}>
                  {t("contracts.ships_fit")}
                </h3>
                <ul>
                  {fitting.map((each) => (
                    <Fitting key={each.contract.id} {...each} />
                  ))}
                </ul>
              </>
            ) : hasShips ? (
              own.length > 0 ? null : (
                <p className="pad py-6 text-center text-ink-3">{t("contracts.none_fits")}</p>
              )
            ) : (
              <div
                className={cx(
                  "flex items-center justify-between gap-3 pad py-3",
                  own.length > 0 && "border-t border-line",
                )}
              >
                <p>
                  {t("contracts.bring_ships")}
                  <span className="block hint">{t("contracts.bring_ships_text")}</span>
                </p>
                <ButtonLink to="/my-hangar/import" size="s">
                  {t("contracts.import_ships")}
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </AnswerView>
    </Panel>
  );
}

/** What happens next with a contract of the reader's, and by whom. */
function useNextStep(contract: Contract): string {
  const t = useT();
  const state = useContractState(contract);
  const { applicationId, postedByMember } = contract;
  const name = postedByMember?.displayName ?? t("contracts.unknown");
  if (applicationId !== null) return t("contracts.next.applied", { name });
  if (state === "accepted" || state === "completed" || state === "payment_sent")
    return t(`contracts.next.${state}`, { name });
  return t(state === "awaiting_payment" ? "contracts.next.awaiting_payment" : "contracts.next.assigned");
}

function Own({ contract }: { contract: Contract }) {
  const { title, status, deadline } = contract;
  const isDue = status === "accepted" && deadline !== null;
  const step = useNextStep(contract);
  return (
    <li className={cx(ROW, "flex flex-wrap items-baseline justify-between gap-x-4")}>
      <span className="min-w-0 flex-[1_1_240px] [overflow-wrap:anywhere]">
        <Link to={pathOf(contract)} className="font-book hover:underline">
          {title}
        </Link>
        <span className="block text-sm text-ink-2">{step}</span>
      </span>
      <span className="text-sm text-ink-2 md:text-right">
        <Pay contract={contract} />
        {isDue ? (
          <span className="hint md:block max-md:ml-2">
            <DeadlineText contract={contract} />
          </span>
        ) : null}
      </span>
    </li>
  );
}

function Fitting({ contract, ship }: OwnContracts["fitting"][number]) {
  const t = useT();
  const format = useFormat();
  const { title, type, location, postedByMember, deadline } = contract;
  const why =
    ship.role === "cargo" && ship.scu > 0
      ? t("contracts.fits_scu", { ship: ship.name, scu: format.number(ship.scu) })
      : t("contracts.fits_role", { ship: ship.name, role: t(`ships.role.${ship.role}`) });
  return (
    <li
      className={cx(
        ROW,
        "grid grid-cols-[84px_minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-2 max-md:grid-cols-[64px_minmax(0,1fr)_auto] max-md:gap-x-3",
      )}
    >
      <span className="h-[54px] overflow-hidden rounded-s max-md:h-11 max-md:self-start">
        <ShipPhoto url={ship.urlPhoto} sizes="84px" small />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-2">
        <Link to={pathOf(contract)} className="font-book hover:underline">
          {title}
        </Link>
        <span className="block text-sm text-ink-2">
          {[t(`contracts.type.${type}`), location].filter(Boolean).join(", ")}
          {postedByMember ? ` · ${postedByMember.displayName}` : null}
        </span>
        <span className="flex items-start gap-1.5 text-sm text-ink-2">
          <CheckIcon size={13} strokeWidth={2.5} className="mt-[3px] flex-none text-go" />
          {why}
        </span>
      </span>
      <span className="text-sm leading-[1.35] text-ink-2 md:text-right max-md:col-span-2">
        <span className="block">
          <Pay contract={contract} />
        </span>
        {deadline ? (
          <span className="hint">
            <DeadlineText contract={contract} />
          </span>
        ) : null}
      </span>
      <ButtonLink to={pathOf(contract)} size="s" aria-label={t("contracts.view_named", { title })}>
        {t("contracts.view")}
      </ButtonLink>
    </li>
  );
}
