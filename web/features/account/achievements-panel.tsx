import type { Achievement } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useAccount, useVerified } from "./account.api.ts";

export function AchievementsPanel() {
  const t = useT();
  const account = useAccount();
  const verified = useVerified();
  const doneAt = verified?.verifiedAt ?? null;
  const own: Achievement = { key: "verified", value: verified ? 1 : 0, goal: 1, doneAt, expectedAt: null };
  // The RSI account comes after the two achievements of contracts.
  const all = account.data?.achievements.toSpliced(2, 0, own);
  const done = all?.filter(({ value, goal }) => value >= goal).length ?? 0;
  return (
    <Panel
      title={t("users.achievements")}
      aside={
        all && (
          <span className="figure text-sm text-ink-2">
            {t("users.achievements_done", { done, count: all.length })}
          </span>
        )
      }
    >
      <AnswerView answer={account} loading={<SkeletonLines lines={8} className="p-[18px]" />}>
        {() => (
          <ul className="py-1.5">
            {all?.map((each) => (
              <One key={each.key} achievement={each} />
            ))}
          </ul>
        )}
      </AnswerView>
    </Panel>
  );
}

function One({ achievement }: { achievement: Achievement }) {
  const t = useT();
  const { key, value, goal } = achievement;
  const title = t(`users.achievement.${key}`);
  const hint = useHint(achievement);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-[18px] py-2 text-md">
      <span className="font-book">{title}</span>
      {value >= goal ? (
        <span className="flex items-center gap-1.5 self-center text-sm text-go">
          <CheckIcon size={14} />
          {t("users.achievement_reached")}
        </span>
      ) : goal < 5 ? (
        <span className="text-sm text-ink-3">{t("users.achievement_open")}</span>
      ) : (
        <>
          <span className="figure text-ink-2">
            {value} / {goal}
          </span>
          <span
            role="progressbar"
            aria-label={title}
            aria-valuemin={0}
            aria-valuemax={goal}
            aria-valuenow={value}
            className="col-span-full meter my-1"
          >
            <span style={{ width: `${(100 * value) / goal}%` }} />
          </span>
        </>
      )}
      {hint ? <span className="col-span-full hint">{hint}</span> : null}
    </li>
  );
}

function useHint({ key, value, goal, doneAt, expectedAt }: Achievement): string | null {
  const t = useT();
  const format = useFormat();
  if (value >= goal) {
    if (!doneAt) return null;
    const day = format.date(doneAt);
    const isContract = key === "first_contract" || key === "ten_contracts";
    return t(isContract ? "users.achievement_finished" : "users.achievement_since", { day });
  }
  if (key !== "year") return null;
  return expectedAt
    ? t("users.achievement_on", { day: format.date(expectedAt) })
    : t("users.achievement_joins");
}
