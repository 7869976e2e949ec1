import type { Application } from "../../../worker/features/applications/applications.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { applications } from "./applications.api.ts";

const TONES = { pending: "new", accepted: "go", declined: "stop", withdrawn: "idle" } as const;

export function Outcome({ status }: Pick<Application, "status">) {
  const t = useT();
  return (
    <Badge tone={TONES[status]} size="s">
      {t(`applications.status.${status}`)}
    </Badge>
  );
}

export function useAgo(): (at: string) => string {
  const format = useFormat();
  const now = useNow();
  return (at) => format.ago(at, now);
}

export const Message = ({ text }: { text: string | null }) =>
  text ? <q className="block text-ink-2 whitespace-pre-line [overflow-wrap:anywhere]">{text}</q> : null;

export const ENTERED = {
  list: "grid gap-y-1 text-md",
  row: "flex gap-3 max-sm:flex-col max-sm:gap-0",
  label: "w-[132px] flex-none text-sm leading-[1.6] text-ink-3",
  value: "min-w-0 whitespace-pre-line [overflow-wrap:anywhere]",
};

export function Handle(props: { text: string; isVerified: boolean; dot?: boolean }) {
  const t = useT();
  const { text, isVerified, dot = false } = props;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {text}
      {isVerified ? (
        <Badge tone="go" size="s" dot={dot}>
          {t("applications.verified")}
        </Badge>
      ) : null}
    </span>
  );
}

export function Withdraw({ application }: { application: Application }) {
  const t = useT();
  return (
    <ConfirmButton
      size="s"
      label={t("applications.withdraw")}
      title={t("applications.withdraw_ask")}
      description={t("applications.withdraw_text")}
      danger
      onConfirm={() => applications.edit(application, { call: "/withdraw", body: {}, patch: {} })}
      done={{ title: t("applications.withdrawn") }}
    />
  );
}
