import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { ALL_NOTICES } from "./address.ts";
import { keyOf, NeedRow } from "./need-row.tsx";
import { useNeeds } from "./needs.api.ts";

/**
 * What needs the user, the next thing first.
 * @param most rows that are shown; a link leads to the others
 */
export default function NeedsPanel({ title, most }: { title: string; most: number }) {
  const t = useT();
  const answer = useNeeds();
  const { data } = answer;
  return (
    <Panel className="@container" title={title} aria-busy={!data}>
      <AnswerView answer={answer} loading={<LoadingRows rows={3} />}>
        {(needs) => (
          <>
            {needs.length > 0 ? (
              <ul className="[&>:first-child]:border-t-0">
                {needs.slice(0, most).map((need, at) => (
                  <NeedRow key={keyOf(need)} need={need} isFirst={at === 0} />
                ))}
              </ul>
            ) : (
              <EmptyState
                className="py-7"
                icon={<CheckIcon size={22} className="text-go" />}
                title={t("notices.empty")}
              />
            )}
            {needs.length > most ? (
              <p className="border-t border-line px-[18px] py-2.5">
                <PlaceLink to={ALL_NOTICES} className="link py-1 text-md">
                  {t("notices.see_all", { count: needs.length })}
                </PlaceLink>
              </p>
            ) : null}
          </>
        )}
      </AnswerView>
    </Panel>
  );
}
