import type { SourceQuery } from "../../../worker/features/wishes/wishes.schema.ts";
import { withQuery } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { Link } from "../../ui/link.tsx";

export default function WishSource({ kind, id }: { kind: SourceQuery["kind"]; id: number }) {
  const t = useT();
  const { data = [] } = useOfOrganization<{ id: number; title: string }[]>(
    (organizationId) => withQuery(`/api/wishes/${organizationId}/source`, { kind, id }),
    ["wishes"],
    { allowed: useCan("events.read") },
  );
  return data.map((wish) => (
    <p key={wish.id} className="mt-4 text-md text-ink-2 [overflow-wrap:anywhere]">
      {t.rich("wishes.source", {
        title: (
          <Link key="title" to={`/organization?tab=wishes&wish=${wish.id}`} className="link underline">
            {wish.title}
          </Link>
        ),
      })}
    </p>
  ));
}
