import type { Account, Achievement } from "../../../worker/features/account/account.schema.ts";
import type { RsiStatus } from "../../../worker/features/rsi/rsi.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useAccount, useVerified } from "./account.api.ts";

/** All achievements in their order: that of the RSI account stands behind those of contracts. */
function withVerified({ achievements }: Account, verified: RsiStatus | null): Achievement[] {
  const own: Achievement = {
    key: "verified",
    value: verified ? 1 : 0,
    goal: 1,
    doneAt: verified?.verifiedAt ?? null,
    expectedAt: null,
  };
  return [...achievements.slice(0, 2), own, ...achievements.slice(2)];
}

/** What the user has reached, and how far they are with the rest. */
export function AchievementsPanel() {
  const t = useT();
  const { data, error, mutate } = useAccount();
  const verified = useVerified();
  const all = data && withVerified(data, verified);
  const done = all?.filter(({ value, goal }) => value >= goal).length ?? 0;
  return (
    <Panel
      title={t("users.achievements")}
      aside={
        all ? (
          <span className="figure text-sm text-ink-2">
            {t("users.achievements_done", { done, count: all.length })}
          </span>
        ) : null
      }
      aria-busy={!data && !error}
    >
      {all ? (
        <ul className="py-1.5">
          {all.map((each) => (
            <One key={each.key} achievement={each} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={8} className="p-[18px]" />
      )}
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
            className="col-span-full my-1 block h-1 overflow-hidden rounded-full bg-rail"
          >
            <span
              className="block h-full rounded-full bg-ink-2"
              style={{ width: `${(100 * value) / goal}%` }}
            />
          </span>
        </>
      )}
      {hint ? <span className="col-span-full hint">{hint}</span> : null}
    </li>
  );
}

/** When it was reached, or what is left. */
function useHint({ key, value, goal, doneAt, expectedAt }: Achievement): string | null {
  const t = useT();
  const format = useFormat();
  if (value >= goal) {
    if (!doneAt) return null;
    const isContract = key === "first_contract" || key === "ten_contracts";
    return t(isContract ? "users.achievement_closed" : "users.achievement_since", {
      day: format.date(doneAt),
    });
  }
  if (key === "verified") return t("users.achievement_verify");
  if (key !== "year") return t("users.achievement_left", { count: goal - value });
  return expectedAt
    ? t("users.achievement_on", { day: format.date(expectedAt) })
    : t("users.achievement_joins");
}
