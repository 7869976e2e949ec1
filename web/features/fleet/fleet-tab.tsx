import { useMemo } from "react";
import { SHIP_ROLES } from "../../../worker/features/ships/ships.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ShipIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { fleetShape } from "./address.ts";
import { useFleet } from "./fleet.api.ts";
import { gapsOf } from "./gaps.ts";
import { GapsPanel } from "./gaps-panel.tsx";
import { PartsPanel } from "./parts-panel.tsx";
import { FleetSentence } from "./sentence.tsx";
import { ShipsPanel } from "./ships-panel.tsx";
import { TotalsPanel } from "./totals-panel.tsx";

/** The place of the fleet while its owners are loading, with how many there are so far. */
function Loading({ loaded }: { loaded: number }) {
  const t = useT();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t("state.loading")}
      </p>
      <div className="mb-[18px] panel grid grid-cols-4 gap-6 p-[18px] max-md:grid-cols-2">
        {["ships", "cargo", "crew", "members"].map((name) => (
          <span key={name} className="space-y-3">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-8 w-24" />
          </span>
        ))}
      </div>
      <div className="panel">
        <p className="min-h-[50px] px-[18px] py-3.5 hint">
          {loaded > 0 ? t("fleet.loaded", { count: loaded }) : "\u00a0"}
        </p>
        <LoadingRows rows={8} />
      </div>
    </div>
  );
}

/** The organization's ships: what it has, what its members can crew, and what is missing. */
export default function FleetTab() {
  const t = useT();
  const { address, hrefWith, change } = useAddress("/organization", fleetShape);
  const { data, loaded, error, retry } = useFleet();
  const runsSystem = useCan("admin.system");
  const gaps = useMemo(() => (data ? gapsOf(data.fleet, data.catalogue, SHIP_ROLES) : []), [data]);
  if (!data && error) return <ErrorState error={error} onRetry={retry} className="panel" />;
  if (!data) return <Loading loaded={loaded} />;
  const { fleet, catalogue, hiddenHangars } = data;
  if (catalogue.length === 0) {
    return (
      <EmptyState
        className="panel"
        icon={<ShipIcon size={22} />}
        title={t("fleet.no_catalogue")}
        text={t("fleet.no_catalogue_text")}
        action={
          runsSystem ? <ButtonLink to="/admin?tab=api">{t("fleet.no_catalogue_action")}</ButtonLink> : null
        }
      />
    );
  }
  if (fleet.types.length === 0) {
    return (
      <EmptyState
        className="panel"
        icon={<ShipIcon size={22} />}
        title={t("fleet.no_hangars")}
        text={
          hiddenHangars > 0 ? t("fleet.all_hidden", { count: hiddenHangars }) : t("fleet.no_hangars_text")
        }
        action={
          <>
            <ButtonLink to="/my-hangar/import">{t("fleet.import")}</ButtonLink>
            <ButtonLink to="/my-hangar" variant="primary">
              {t("fleet.my_hangar")}
            </ButtonLink>
          </>
        }
      />
    );
  }
  /** After the address has changed, so that the focus goes to what it left. */
  const showTable = () => {
    const heading = document.getElementById("ships-and-owners");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  return (
    <div data-prints-wide="">
      <FleetSentence fleet={fleet} gaps={gaps} />
      <TotalsPanel fleet={fleet} />
      <div className="mb-[18px] grid grid-cols-[minmax(0,1fr)_minmax(320px,30%)] items-start gap-[18px] max-xl:grid-cols-1">
        <PartsPanel fleet={fleet} hiddenHangars={hiddenHangars} />
        <GapsPanel fleet={fleet} gaps={gaps} hrefWith={hrefWith} onShowTable={showTable} />
      </div>
      <ShipsPanel fleet={fleet} address={address} change={change} />
    </div>
  );
}
