import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { listOf } from "../../lib/list.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { SettingsIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { SHOWN, useNoticesAddress } from "./address.ts";
import { NeedRow, keyOf as needKey } from "./need-row.tsx";
import { useNeeds } from "./needs.api.ts";
import { keyOf, NoticeLine } from "./notice-line.tsx";
import { readNotices, usePastNotices } from "./notices.api.ts";
import { PageIcon } from "./page-icon.tsx";

/** What needs the reader, and the notices of the last 90 days. */
export default function NoticesPage() {
  const t = useT();
  const format = useFormat();
  const { address, change } = useNoticesAddress();
  const needs = useNeeds();
  const past = usePastNotices();
  const read = useAction(readNotices, { failed: t("notices.failed") });
  const newest = past.list?.items[0];
  const { show } = address;
  return (
    <Page
      title={t("notices.title")}
      documentTitle={t("notices.title")}
      actions={
        <ButtonLink to={`${ACCOUNT_PATH}/notifications`} icon={<SettingsIcon />}>
          {t("notices.settings")}
        </ButtonLink>
      }
    >
      <SegmentedRadio
        label={t("notices.show")}
        className="mb-4"
        value={show ?? "all"}
        onChange={(value) => change({ show: value === "all" ? null : value })}
        options={[
          { value: "all", label: t("notices.show_all") },
          ...SHOWN.map((value) => ({
            value,
            label: t(value === "needs" ? "notices.needs_me" : "notices.information"),
            count: value === "needs" ? needs.data?.length || undefined : undefined,
          })),
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        {show === "information" || (show === null && needs.data?.length === 0) ? null : (
          <ListPanel
            title={t("notices.needs_me")}
            source={listOf(needs)}
            items={needs.data}
            empty={<p className="px-[18px] py-3.5 text-ink-2">{t("notices.empty")}</p>}
          >
            {(items) => (
              <ul className="[&>:first-child]:border-t-0">
                {items.map((need, at) => (
                  <NeedRow
                    key={needKey(need)}
                    need={need}
                    icon={<PageIcon opens={need.opens} />}
                    isFirst={at === 0}
                  />
                ))}
              </ul>
            )}
          </ListPanel>
        )}
        {show === "needs" ? null : (
          <ListPanel
            title={t("notices.information")}
            actions={
              newest && !newest.isRead ? (
                <Button size="s" pending={read.pending} onClick={() => void read.run(newest.id)}>
                  {t("notices.read")}
                </Button>
              ) : null
            }
            source={past}
            empty={
              <EmptyState
                className="py-7"
                title={t("notices.none_past")}
                text={t("notices.none_past_text")}
              />
            }
            moreLabel={(loaded) => t("notices.more", { loaded: format.number(loaded) })}
          >
            {(items) => (
              <ul className="[&>:first-child]:border-t-0">
                {items.map((notice) => (
                  <NoticeLine key={keyOf(notice)} notice={notice} />
                ))}
              </ul>
            )}
          </ListPanel>
        )}
      </div>
    </Page>
  );
}
