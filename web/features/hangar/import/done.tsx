import type { ImportResult } from "../../../../worker/features/hangar/import/import.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Tally } from "./summary.tsx";

/** What an import did, and where its ships are. */
export function Done({ result, onAnother }: { result: ImportResult; onAnother: () => void }) {
  const t = useT();
  const others = [
    [t("imports.done.changed"), result.changed],
    [t("imports.done.removed"), result.removed],
    [t("imports.done.remembered"), result.remembered],
  ] as const;
  return (
    <Panel className="max-w-[560px] px-[18px] py-4">
      <Tally
        figures={[[t("imports.done.added"), result.added], ...others.filter(([, figure]) => figure > 0)]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to="/my-hangar" variant="primary">
          {t("imports.done.open")}
        </ButtonLink>
        <Button onClick={onAnother}>{t("imports.done.another")}</Button>
      </div>
    </Panel>
  );
}
