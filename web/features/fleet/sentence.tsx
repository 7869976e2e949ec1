import { useT } from "../../lib/i18n/i18n.ts";
import { PageSentence } from "../../ui/page.tsx";
import { type Fleet, flyable } from "./fleet.ts";
import type { Gap } from "./gaps.ts";
import { listed, opening, within } from "./names.ts";

/** Roles that the sentence names. */
const NAMED = 3;

/** Under the heading: what can be flown now, and which roles are missing or hang on one person. */
export function FleetSentence({ fleet, gaps }: { fleet: Fleet; gaps: readonly Gap[] }) {
  const t = useT();
  const rolesOf = (kind: "nobody" | "one_owner") =>
    gaps.flatMap((gap) => (gap.kind === kind ? [within(t(`ships.role.${gap.role}`))] : []));
  const [none, one] = [rolesOf("nobody"), rolesOf("one_owner")];
  const sentences = [
    fleet.online > 0
      ? t("fleet.sentence.online", { online: fleet.online, ships: flyable(fleet) })
      : t("fleet.sentence.nobody_online"),
    none.length > 0 && t("fleet.sentence.none", { roles: listed(t, none, NAMED) }),
    one.length > 0 && t("fleet.sentence.one", { roles: opening(listed(t, one, NAMED)), count: one.length }),
  ];
  return <PageSentence>{sentences.filter(Boolean).join(" ")}</PageSentence>;
}
