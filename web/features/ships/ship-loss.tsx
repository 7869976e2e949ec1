import { useState } from "react";
import { currentLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { acceptLoss, useShipSyncStatus } from "./use-ships.ts";

/** Shows administrators which ships a refused list of the provider lacks, and lets them accept it; nothing without one. */
export default function ShipLoss() {
  const t = useT();
  const format = useFormat();
  const { data } = useShipSyncStatus();
  const [isShown, setIsShown] = useState(false);
  const loss = data?.waiting;
  if (!loss) return null;
  const count = loss.ships.length;
  const names = loss.ships.map(({ name }) => name).toSorted(new Intl.Collator(currentLanguage()).compare);
  return (
    <section
      aria-label={t("ships.loss", { count })}
      className="border-b border-wait/45 bg-wait/8 px-[18px] py-3.5"
    >
      <h3 className="font-semibold">{t("ships.loss", { count })}</h3>
      <p className="mt-1 text-md text-ink-2">
        {t("ships.loss_text", { when: format.dateTime(loss.createdAt) })}
      </p>
      {isShown ? (
        <ul className="mt-2.5 columns-2 gap-4 text-md [overflow-wrap:anywhere]">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="s" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t(isShown ? "ships.loss_hide" : "ships.loss_show")}
        </Button>
        <ConfirmButton
          size="s"
          variant="danger"
          danger
          label={t("ships.loss_accept")}
          title={t("ships.loss_ask")}
          description={t("ships.loss_ask_text")}
          onConfirm={() => acceptLoss(loss.id)}
          done={({ removed }) => ({ title: t("ships.loss_accepted", { count: removed }) })}
          failed={t("ships.loss_failed")}
        />
      </div>
    </section>
  );
}
