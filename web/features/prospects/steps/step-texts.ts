import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";

/** What is said of a step that was taken, or failed. */
export function useStepTexts() {
  const t = useT();
  return {
    failure: {
      title: t("prospect.failed.status"),
      text: (detail: string) => t("prospect.failed.status_text", { detail }),
    },
    tellTaken: ({ displayName: name, status }: Prospect) =>
      toast({
        title: t("prospect.status_updated"),
        description: t("prospect.status_now", { name, status: t(`status.${status}`) }),
      }),
  };
}
