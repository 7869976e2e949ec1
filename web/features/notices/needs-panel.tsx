import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { ALL_NOTICES } from "./address.ts";
import { keyOf, NeedRow } from "./need-row.tsx";
import { useNeeds } from "./needs.api.ts";

const SHOWN = 4;

/** What asks something of the reader, with its buttons; nothing where nothing does. */
export default function NeedsPanel() {
  const t = useT();
  const answer = useNeeds();
  const { data } = answer;
  if (data?.length === 0) return null;
  return (
    <Panel
      className="@container"
      title={
        <>
          {t("notices.needs_me")}
          {data ? <span className="ml-1.5 figure text-md text-ink-3">{data.length}</span> : null}
        </>
      }
    >
      <AnswerView answer={answer} loading={<LoadingRows rows={3} />}>
        {(needs) => (
          <>
            <ul className="[&>:first-child]:border-t-0">
              {needs.slice(0, SHOWN).map((need, at) => (
                <NeedRow key={keyOf(need)} need={need} isFirst={at === 0} />
              ))}
            </ul>
            {needs.length > SHOWN ? (
              <p className="border-t border-line px-[18px] py-2.5">
                <PlaceLink to={ALL_NOTICES} className="link py-1 text-md">
                  {t("notices.see_all")}
                </PlaceLink>
              </p>
            ) : null}
          </>
        )}
      </AnswerView>
    </Panel>
  );
}
