import { Suspense, useRef, useState } from "react";
import type { ContractCounts } from "../../../worker/features/contracts/contracts.schema.ts";
import type { ApiError } from "../../lib/api.ts";
import { useFocusFollows } from "../../lib/focus.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Page, PageSentence } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { PageSpinner } from "../../ui/states.tsx";
import { myApplications } from "../applications/index.ts";
import { myMoney } from "../payouts/index.ts";
import { FromWish } from "../wishes/index.ts";
import { TABS, useBoard } from "./address.ts";
import { ActiveBoard, Board } from "./board.tsx";
import { atMost } from "./contract-state.ts";
import { useContractCounts, usePost } from "./contracts.api.ts";

const ContractDialog = lazyDialog(() => import("./dialog/contract-dialog.tsx"));
const CreateForm = lazyDialog(() => import("./form/create-form.tsx"));

/** The number beside a tab: of the items that it lists, or of those that wait for the reader there. */
const countOf = (counts: ContractCounts, tab: (typeof TABS)[number], isOpen: boolean): string => {
  if (tab === "active" && isOpen) return atMost(counts.open);
  if (tab === "active" || tab === "drafts") return atMost(counts[tab]);
  const waiting = tab === "applications" ? counts.applications : counts.owing + counts.toConfirm;
  return waiting > 0 ? atMost(waiting) : "";
};

export default function ContractsPage() {
  const t = useT();
  const list = useBoard();
  const { address, none, hrefWith, linkTo, change, open, close } = list;
  const { contract: openId } = address;
  const isPhone = useMedia(PHONE);
  const mayWrite = useCan("contracts.write");
  const { data: counts, say } = useContractCounts();
  // Users who cannot write drafts are offered those that they have from before.
  const hasDrafts = mayWrite || address.tab === "drafts" || Boolean(counts?.drafts);
  const tabs = TABS.filter((each) => each !== "drafts" || hasDrafts);
  const { tab } = address;
  const lists = useRef<HTMLDivElement>(null);
  useFocusFollows(lists, "contract");
  /** The refusal of the draft whose form is open. */
  const [refused, setRefused] = useState<{ id: number; refusal: ApiError } | null>(null);
  const posting = usePost(({ id }, refusal) => {
    setRefused({ id, refusal });
    open({ contract: id, edit: true });
  });
  const onCreate = mayWrite ? () => change({ new: true }) : undefined;
  const isBoard = tab === "active" || tab === "drafts";
  const List = tab === "active" ? ActiveBoard : Board;
  return (
    <Page
      title={t("contracts.title")}
      documentTitle={t("contracts.title")}
      hasSentence
      actions={
        onCreate && isBoard ? (
          <Button variant="primary" icon={<PlusIcon />} data-create="" onClick={onCreate}>
            {t("contracts.create")}
          </Button>
        ) : null
      }
    >
      {tab === "money" ? null : (
        <PageSentence>
          {say(({ open, applications }) =>
            tab === "applications" && applications > 0
              ? t("contracts.sub_waiting", { count: applications })
              : t("contracts.sub", { openText: atMost(open) }),
          )}
        </PageSentence>
      )}
      <SegmentedLinks
        label={t("contracts.title")}
        className="mb-3 max-md:w-full max-md:justify-between max-md:*:px-2"
        options={tabs.map((value) => ({
          value,
          label: t(`contracts.${isPhone ? "short" : "tab"}.${value}`),
          count: say((known) => countOf(known, value, list.isOpen)) || undefined,
        }))}
        value={tab}
        to={(next) => hrefWith({ ...none, sort: "newest", contract: null, tab: next })}
      />
      <div ref={lists}>
        {isBoard ? (
          <List
            key={tab}
            list={list}
            counts={counts}
            linkTo={({ id }) => linkTo({ contract: id })}
            onCreate={onCreate}
            onPost={mayWrite ? (contract) => void posting.run(contract) : undefined}
            posting={posting.running?.[0].id}
          />
        ) : (
          <Suspense fallback={<PageSpinner />}>
            {tab === "applications" ? <myApplications.View /> : <myMoney.View />}
          </Suspense>
        )}
      </div>
      {address.new && mayWrite ? (
        <FromWish id={address.wish} kind="contract">
          {(terms, became) => (
            <CreateForm
              returnFocus="[data-create]"
              terms={terms}
              onCreated={({ id, status }) => {
                became(id);
                const tab = status === "draft" ? "drafts" : "active";
                change({ new: false, wish: null, tab, contract: id });
              }}
              onClose={() => change({ new: false, wish: null })}
            />
          )}
        </FromWish>
      ) : null}
      {openId === null ? null : (
        <ContractDialog
          key={openId}
          id={openId}
          isEditing={address.edit}
          refusal={refused?.id === openId ? refused.refusal : null}
          returnFocus={`[data-contract="${openId}"] [data-open]`}
          onEdit={(refusal) => {
            setRefused(refusal && { id: openId, refusal });
            change({ edit: true });
          }}
          onEdited={() => {
            setRefused(null);
            change({ edit: false });
          }}
          onClose={() => {
            setRefused(null);
            close({ contract: null, edit: false });
          }}
        />
      )}
    </Page>
  );
}
