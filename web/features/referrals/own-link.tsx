import { useState } from "react";
import { useAction } from "../../lib/action.ts";
import { copyText } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Input } from "../../ui/field.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { addressOf, endOwn, makeOwn, type OwnLink, useOwnLink } from "./referrals.api.ts";

const LINK = "inline-flex min-h-6 items-center rounded-s font-book hover:underline";

function Counts({ link }: { link: OwnLink }) {
  const t = useT();
  const format = useFormat();
  const counts = [
    { label: t("sources.came"), value: link.came },
    { label: t("sources.became_active"), value: link.active },
    { label: t("sources.own.stayed"), value: link.afterQuarter },
  ];
  return (
    <dl className="grid grid-cols-3 border-y border-line *:border-l *:border-line *:first:border-l-0">
      {counts.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end px-[18px] py-3.5 not-first:max-md:px-3.5"
        >
          <dt className="hint">{label}</dt>
          <dd className="figure text-2xl leading-[1.15]">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Content({ link }: { link: OwnLink }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState<"new" | "off" | null>(null);
  const { code, since, endedAt } = link;
  const isOff = link.version > 0 && code === null;
  const copy = useAction(
    async () => {
      const made = code ?? (await makeOwn(link)).code;
      if (made) await copyText(addressOf(made), { title: t("sources.copied") }, t("sources.copy_failed"));
    },
    { failed: t("sources.failed") },
  );
  const renew = useAction(() => makeOwn(link), {
    done: { title: t("sources.own.new_done") },
    failed: t("sources.failed"),
  });
  return (
    <>
      <div className="px-[18px] py-4">
        <p className="mb-3 text-md text-ink-2">{t("sources.own.text")}</p>
        {isOff ? (
          <p>{t("sources.own.off_since", { day: format.date(endedAt) })}</p>
        ) : (
          <Input
            readOnly
            size="m"
            aria-label={t("sources.own")}
            className="font-mono text-sm text-ink!"
            value={addressOf(code ?? "…").replace(/^https?:\/\//, "")}
            onFocus={({ target }) => target.select()}
          />
        )}
      </div>
      <Counts link={link} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-[18px] py-3">
        {isOff ? (
          <Button size="s" pending={renew.pending} onClick={() => void renew.run()}>
            {t("sources.own.new")}
          </Button>
        ) : (
          <Button size="s" icon={<CopyIcon />} pending={copy.pending} onClick={() => void copy.run()}>
            {t("sources.copy")}
          </Button>
        )}
        {code ? (
          <button
            type="button"
            className={`${LINK} ml-auto text-md text-ice`}
            onClick={() => setAsking("new")}
          >
            {t("sources.own.new")}
          </button>
        ) : null}
      </div>
      <p className="note">
        {since ? t("sources.own.since", { day: format.longDay(since.slice(0, 10)) }) : null}{" "}
        {link.came > 0 ? t("sources.counted", { time: format.dayWithin(link.countedAt) }) : null}{" "}
        {code ? (
          <button type="button" className={`${LINK} text-ink-2 underline`} onClick={() => setAsking("off")}>
            {t("sources.own.off")}
          </button>
        ) : null}
      </p>
      <ConfirmDialog
        open={asking === "new"}
        onOpenChange={() => setAsking(null)}
        title={t("sources.own.new_title")}
        description={t("sources.own.foot")}
        confirmLabel={t("sources.own.new")}
        onConfirm={() => makeOwn(link)}
        done={{ title: t("sources.own.new_done") }}
      />
      <ConfirmDialog
        open={asking === "off"}
        onOpenChange={() => setAsking(null)}
        title={t("sources.own.off_title")}
        description={t("sources.end_text")}
        confirmLabel={t("sources.own.off")}
        danger
        onConfirm={() => endOwn(link)}
      />
    </>
  );
}

export default function OwnLinkPanel() {
  const t = useT();
  return (
    <Panel title={t("sources.own")}>
      <AnswerView answer={useOwnLink()} loading={<SkeletonLines lines={6} className="p-[18px]" />}>
        {(link) => <Content link={link} />}
      </AnswerView>
    </Panel>
  );
}
