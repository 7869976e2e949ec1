import useSWR from "swr";
import type { MirrorStatus } from "../../../worker/features/mirrors/mirrors.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Switch } from "../../ui/switch.tsx";
import { hintOf } from "./mirror.ts";

/** The switch of an event's form that shows it in Discord as well, with the reason where it is blocked; its texts are `mirrors.*.json`. */
export function MirrorSwitch(props: {
  value: boolean;
  onChange: (value: boolean) => void;
  /** Whether every member sees the event. */
  isForAll: boolean;
  /** Whether it repeats. */
  isSeries: boolean;
}) {
  const t = useT();
  const { value, onChange, isForAll, isSeries } = props;
  const organizationId = useUser().user?.organizationId;
  const path = organizationId ? `/api/events/${organizationId}/mirror` : null;
  const { data } = useSWR<MirrorStatus>(path, { revalidateIfStale: true });
  const usual = t(isSeries ? "mirror.hint_series" : "mirror.hint");
  const { reason, hint } = hintOf(data, { value, isForAll, usual, onlyAll: t("mirror.only_all") });
  return (
    <div>
      <Switch label={t("mirror.label")} checked={value} reason={reason} onChange={onChange} />
      <p className="hint">{hint}</p>
    </div>
  );
}
