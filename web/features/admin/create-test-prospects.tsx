import type { TestDataCreated } from "../../../worker/features/prospects/prospects.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { Button } from "../../ui/button.tsx";
import { prospects } from "../prospects/index.ts";

/** Pages show the prospects that were created or removed. */
export function testDataChanged() {
  prospects.refresh();
  topicsChanged(["prospects"]);
}

export function useCreateTestProspects() {
  const t = useT();
  return useAction(() => request<TestDataCreated>("/api/test-data/create", { method: "POST" }), {
    done: ({ created: count }) => {
      testDataChanged();
      return { title: t("admin.test.created"), description: t("admin.test.created_count", { count }) };
    },
    failed: t("admin.test.create_failed"),
  });
}

/** Creates test prospects; `isLink` makes it a link in a sentence. */
export default function CreateTestProspects({ isLink = false }: { isLink?: boolean }) {
  const t = useT();
  const create = useCreateTestProspects();
  const run = () => void create.run();
  return isLink ? (
    <button
      type="button"
      className="link min-h-6 text-md font-medium"
      aria-busy={create.pending}
      onClick={run}
    >
      {t("admin.test.create")}
    </button>
  ) : (
    <Button pending={create.pending} onClick={run}>
      {t("admin.test.create")}
    </Button>
  );
}
