import { useId } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { CargoForm } from "./cargo-form.tsx";
import { CargoPlan } from "./cargo-plan.tsx";
import { useCargo } from "./use-cargo.ts";

/** Which boxes a ship takes, and how many trips a load needs. */
export default function CargoPage() {
  const t = useT();
  const id = useId();
  const cargo = useCargo();
  const { address, load } = cargo;
  const isFull = address.by === "scu" && load === null && cargo.capacity !== null;
  const isBegun = cargo.capacity !== null || address.load !== "" || Object.keys(cargo.boxes).length > 0;
  return (
    <Page
      title={t("tools.cargo")}
      documentTitle={t("tools.cargo")}
      sub={t("cargo.sub")}
      above={<BackLink to="/tools">{t("tools.title")}</BackLink>}
      actions={isBegun ? <Button onClick={cargo.clear}>{t("cargo.clear")}</Button> : null}
    >
      <div className="panel grid grid-cols-[minmax(0,380px)_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]">
        <CargoForm cargo={cargo} />
        <section
          aria-labelledby={id}
          className="min-w-0 border-l border-line max-lg:border-t max-lg:border-l-0"
        >
          <h2 id={id} className="border-b border-line px-[18px] py-3.5 max-md:px-4">
            {t(isFull ? "cargo.result_full" : "cargo.result")}
          </h2>
          <div aria-live="polite">
            <CargoPlan cargo={cargo} />
          </div>
        </section>
      </div>
    </Page>
  );
}
