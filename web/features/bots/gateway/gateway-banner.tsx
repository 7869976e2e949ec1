import type { GatewayStatus } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { WarningIcon } from "../../../ui/icons.tsx";

/** Says over the bots that their gateway is not there, what that means for them, and what to do. */
export function GatewayBanner(props: {
  problem: NonNullable<GatewayStatus["problem"]>;
  checkedAt: string;
  now: number;
  isChecking: boolean;
  onCheck: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { problem, checkedAt, now, isChecking, onCheck } = props;
  return (
    <section
      role="alert"
      className="mb-[18px] flex flex-wrap items-start gap-x-4 gap-y-3 rounded-l border border-wait/45 bg-wait/8 px-[18px] py-3.5"
    >
      <WarningIcon size={18} className="mt-0.5 flex-none text-wait" />
      <div className="min-w-0 flex-1 basis-72">
        <h2>{t(`bots.gateway.${problem}`)}</h2>
        <p className="max-w-[92ch] text-ink-2">{t(`bots.gateway.${problem}_text`)}</p>
      </div>
      <div className="flex items-center gap-3">
        <span className="hint" aria-live="off">
          {t("bots.gateway.checked", {
            ago: format.relative(checkedAt, Math.max(now, Date.parse(checkedAt))),
          })}
        </span>
        <Button size="s" pending={isChecking} onClick={onCheck}>
          {t("bots.gateway.check")}
        </Button>
      </div>
    </section>
  );
}
