import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ShipIcon, UploadIcon } from "../../ui/icons.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { SyncButton } from "../../ui/sync-button.tsx";
import { useShips } from "../ships/index.ts";
import { useShipSync } from "./hangar.api.ts";

export const IMPORT_PATH = "/my-hangar/import";

export function CatalogueSync({ isPrimary = false }: { isPrimary?: boolean }) {
  const t = useT();
  const { sync } = useShipSync();
  return <SyncButton variant={isPrimary ? "primary" : "quiet"} label={t("hangar.sync")} sync={sync} />;
}

export function NoCatalogue() {
  const t = useT();
  const { may } = useShipSync();
  return (
    <EmptyState
      icon={<ShipIcon size={22} />}
      title={t("hangar.no_catalogue")}
      text={t(may ? "hangar.no_catalogue_admin" : "hangar.no_catalogue_text")}
      action={may ? <CatalogueSync isPrimary /> : undefined}
    />
  );
}

export function EmptyHangar({ onAdd }: { onAdd: () => void }) {
  const t = useT();
  const { data: ships } = useShips();
  return (
    <div className="rounded-l border border-dashed border-line-strong">
      {ships?.length === 0 ? (
        <NoCatalogue />
      ) : (
        <EmptyState
          icon={<ShipIcon size={22} />}
          title={t("hangar.empty")}
          text={t("hangar.empty_text")}
          action={
            <>
              <ButtonLink to={IMPORT_PATH} icon={<UploadIcon />}>
                {t("hangar.import")}
              </ButtonLink>
              <Button variant="primary" onClick={onAdd}>
                {t("hangar.add_first")}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}
