import { useId, useState } from "react";
import { useNavigate } from "react-router";
import useSWR, { mutate } from "swr";
import type { Attendance } from "../../../worker/features/attendance/attendance.schema.ts";
import {
  type Contract,
  isAvailable,
  MOST_AMOUNT,
  TITLE_LENGTH,
} from "../../../worker/features/contracts/contracts.schema.ts";
import {
  type PayCrewInput,
  type Payout,
  splitSum,
  withCrew,
} from "../../../worker/features/payouts/payouts.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL, usePagedList } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { numberOf } from "../../lib/number.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { countedOf, type Present, presentAt } from "./groups.ts";
import { durationText } from "./parts.tsx";

/** Id of the panel, which a button of the page leads to. */
export const PAY_PANEL = "pay-crew";

/** The reader's newest contracts that are read, and those that are offered. */
const READ = 50;
const OFFERED = 6;
/** People whose shares are named. */
const NAMED = 8;

/** The choice of a new contract. */
const NEW = 0;

const payoutPath = (contractId: number) => `/api/contracts/${contractId}/payout`;

/** What a contract waits for that can pay a crew: it has no payments yet, and nobody waits for an answer to an application. */
function stateOf({ status, transfers, applications, can }: Contract) {
  if (!can.decide || transfers !== 0) return null;
  if (isAvailable(status)) return applications === 0 ? ("open" as const) : null;
  return status === "accepted" || status === "completed" || status === "awaiting_payment" ? status : null;
}

/** Splits the pay among the people and approves the split; returns the contract's id. @throws ApiError */
async function pay(eventId: number, body: PayCrewInput, key: string, onSplit: (contractId: number) => void) {
  const call = async (...args: Parameters<typeof request>) => {
    const payout = await request<Payout>(...args);
    await mutate(payoutPath(payout.contractId), payout, { revalidate: false });
    return payout;
  };
  try {
    const { contractId, version } = await call(`/api/events/${eventId}/pay`, { method: "POST", body, key });
    try {
      return await call(`${payoutPath(contractId)}/lock`, { method: "POST", body: { version } });
    } finally {
      await mutate(`/api/contracts/${contractId}/record`);
      onSplit(contractId);
    }
  } finally {
    topicsChanged(["contracts", "payouts", "activity"]);
  }
}

/** What each person gets of a sum; nothing while it cannot be split. */
function Shares({
  sum,
  payout,
  present,
}: {
  sum: number;
  payout: Payout | null;
  present: readonly Present[];
}) {
  const t = useT();
  const format = useFormat();
  const { mode, lines } = withCrew(payout ?? { version: 0, mode: "time", lines: [] }, present);
  const crew = lines.map((line) => ({ expenses: 0, ...line }));
  const split = splitSum(sum, mode, crew);
  const shares = sum > 0 && "shares" in split ? split.shares : [];
  return (
    <div className="text-md">
      <dl>
        {crew.slice(0, NAMED).map(({ userId, name, value }, at) => (
          <div
            key={userId ?? name}
            className="flex justify-between gap-4 border-t border-line py-2 first:border-t-0"
          >
            <dt className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              {mode === "time" ? <span className="ml-2 hint">{durationText(t, value)}</span> : null}
            </dt>
            <dd className="figure">{shares[at] ? format.number(shares[at].receives) : "–"}</dd>
          </div>
        ))}
      </dl>
      {crew.length > NAMED ? (
        <p className="border-t border-line pt-2 hint">
          {t("attendance.and_more", { count: crew.length - NAMED })}
        </p>
      ) : null}
    </div>
  );
}

const OPTION =
  "target flex cursor-pointer items-center gap-3 border-t border-line px-[18px] py-2.5 first:border-t-0 hover:bg-deck has-checked:bg-deck";

/** Chooses the contract that pays the people, and pays them by one press. */
function PayForm({ attendance, present }: { attendance: Attendance; present: readonly Present[] }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { user } = useUser();
  const group = useId();
  const source = usePagedList<Contract>(
    user ? `/api/contracts/${user.organizationId}` : null,
    { show: "active", mine: "posted" },
    ["contracts"],
    READ,
  );
  const offered = (source.list?.items ?? [])
    .flatMap((each) => {
      const state = stateOf(each);
      return state ? { ...each, state } : [];
    })
    .slice(0, OFFERED);
  const [picked, setPicked] = useState<number | null>(null);
  const [title, setTitle] = useState(attendance.title.slice(0, TITLE_LENGTH));
  const [amount, setAmount] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const chosen = picked ?? (source.list && offered.length === 0 ? NEW : null);
  const contract = offered.find(({ id }) => id === chosen);
  const { data: payout } = useSWR<Payout>(
    contract ? payoutPath(contract.id) : null,
    usePolling(["contracts", "payouts"], POLL),
  );
  const sum = numberOf(amount) ?? 0;
  const isTyped = sum >= 1 && sum <= MOST_AMOUNT && title.trim() !== "";
  const input: PayCrewInput | null =
    chosen === NEW
      ? isTyped
        ? { contract: { title, amount: sum } }
        : null
      : contract && payout
        ? { contract: contract.id, version: payout.version }
        : null;
  const paying = useAction(
    (body: PayCrewInput) =>
      pay(attendance.id, body, key, (id) => void navigate(`/tools/contracts?contract=${id}`)),
    {
      done: { title: t("attendance.paid") },
      failed: t("attendance.pay_failed"),
    },
  );
  const option = (value: number, label: string, hint?: string) => (
    <label key={value} className={OPTION}>
      <input
        type="radio"
        name={group}
        className="size-4 flex-none accent-ice"
        checked={chosen === value}
        onChange={() => setPicked(value)}
      />
      <span className="min-w-0 leading-[1.35]">
        <span className="block [overflow-wrap:anywhere]">{label}</span>
        {hint ? <span className="block hint">{hint}</span> : null}
      </span>
    </label>
  );
  return (
    <>
      <div role="radiogroup" aria-label={t("attendance.pay_by")} className="border-t border-line">
        {offered.map(({ id, title, pay, currency, state }) =>
          option(id, title, `${format.number(pay)} ${currency} · ${t(`attendance.contract.${state}`)}`),
        )}
        {option(NEW, t("attendance.pay_new"))}
      </div>
      {chosen === null ? null : (
        <div className="grid gap-3 border-t border-line px-[18px] py-3.5">
          {chosen === NEW ? (
            <>
              <TextField
                label={t("attendance.pay_title")}
                maxLength={TITLE_LENGTH}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
              />
              <NumberField
                label={t("attendance.pay_amount")}
                unit="aUEC"
                most={MOST_AMOUNT}
                value={amount}
                onChange={setAmount}
              />
            </>
          ) : null}
          {chosen === NEW ? (
            <Shares sum={sum} payout={null} present={present} />
          ) : payout ? (
            <Shares sum={payout.pay} payout={payout} present={present} />
          ) : null}
          <Button
            variant="primary"
            pending={paying.pending}
            reason={input ? null : t("attendance.pay_missing")}
            onClick={() => input && void paying.run(input)}
          >
            {t("attendance.pay")}
          </Button>
          <p className="hint">{t("attendance.pay_text")}</p>
        </div>
      )}
    </>
  );
}

/** The people and minutes that a split of pay takes from the event, and the contract that pays them. */
export function PayPanel({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const mayPay = useCan("contracts.write");
  const { people, minutes, proposed } = countedOf(attendance);
  const counts = { count: people, duration: durationText(t, minutes), proposed };
  return (
    <Panel id={PAY_PANEL} tabIndex={-1} title={t("attendance.pay")} className="scroll-mt-20 outline-none">
      <p className="px-[18px] py-3">
        {t("attendance.pay_counts", counts)}
        {mayPay || people === 0 ? null : ` ${t("attendance.pay_ask")}`}
      </p>
      {mayPay && people > 0 ? <PayForm attendance={attendance} present={presentAt(attendance)} /> : null}
    </Panel>
  );
}
