import type { TestDataCreated } from "../../../worker/features/prospects/prospects.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { prospects } from "../prospects/index.ts";

/** Creates test prospects; `isLink` makes it a link in a sentence. */
export default function CreateTestProspects({ isLink = false }: { isLink?: boolean }) {
  const t = useT();
  const create = useAction(() => request<TestDataCreated>("/api/test-data/create", { method: "POST" }), {
    done: ({ created: count }) => {
      prospects.refresh();
      return { title: t("admin.test.created"), description: t("admin.test.created_count", { count }) };
    },
    failed: t("admin.test.create_failed"),
  });
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
