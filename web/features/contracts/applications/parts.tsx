import { type ReactNode, useState } from "react";
import type {
  Application,
  ApplicationStatus,
} from "../../../../worker/features/contracts/applications/applications.schema.ts";
import type { Tone } from "../../../lib/format.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { applications } from "./applications.api.ts";

const TONES: Record<ApplicationStatus, Tone> = {
  pending: "new",
  accepted: "go",
  declined: "stop",
  withdrawn: "idle",
};

/** What became of an application. */
export function Outcome({ status }: Pick<Application, "status">) {
  const t = useT();
  return (
    <Badge tone={TONES[status]} size="s">
      {t(`applications.status.${status}`)}
    </Badge>
  );
}

/** How long ago something happened; never ahead of a clock that goes slow. */
export function useAgo(): (at: string) => string {
  const format = useFormat();
  const now = useNow();
  return (at) => format.relative(at, Math.max(now, Date.parse(at)));
}

/** What the one who decided told the applicant. */
export const Message = ({ text }: { text: string | null }) =>
  text ? <q className="block text-ink-2 whitespace-pre-line [overflow-wrap:anywhere]">{text}</q> : null;

/** Labels with what was entered. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-y-1 text-md">
      {rows.map(([label, value]) => (
        <div key={label} className="flex gap-3 max-sm:flex-col max-sm:gap-0">
          <dt className="w-[132px] flex-none text-sm leading-[1.6] text-ink-3">{label}</dt>
          <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Takes the reader's own application back, after a question. */
export function Withdraw({ application }: { application: Application }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const { contractTitle } = application;
  const withdraw = async () => {
    await applications.edit(application, { call: "/withdraw", body: {}, patch: {} });
    toast({ title: t("applications.withdrawn") });
  };
  return (
    <>
      <Button size="s" onClick={() => setIsAsking(true)}>
        {t("applications.withdraw")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("applications.withdraw_ask")}
        description={
          contractTitle === null
            ? t("applications.withdraw_security")
            : t("applications.withdraw_text", { title: contractTitle })
        }
        confirmLabel={t("applications.withdraw")}
        danger
        onConfirm={withdraw}
      />
    </>
  );
}
