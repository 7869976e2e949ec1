import { type Contract, isAvailable } from "../../../worker/features/contracts/contracts.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { PlaceIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  DeadlineText,
  durationOf,
  Pay,
  Risk,
  StateBadge,
  TypeMark,
  useContractState,
  usePayment,
} from "./contract-parts.tsx";

const UNKNOWN = "grid size-[22px] flex-none place-items-center rounded-full bg-rail text-xs text-ink-2";
export const GRID = "grid gap-[18px] max-md:gap-3 md:grid-cols-2 min-[1101px]:grid-cols-3";
const CARD = "panel relative flex flex-col pad pt-4 pb-[13px] max-md:pt-3.5 max-md:pb-3";
const FACTS =
  "mt-auto grid grid-cols-[minmax(max-content,1.45fr)_minmax(0,1fr)_minmax(max-content,1.05fr)] items-end gap-2.5 border-t border-line pt-[11px] pb-3 max-md:grid-cols-[auto_auto] max-md:justify-between max-md:gap-x-4 max-md:gap-y-2";

const FACT = { row: "min-w-0", label: "text-xs text-ink-3", value: "text-sm font-medium" };

/** The assignee, or the number of applications, in words; readers who do not decide on them see their own, or since when it is posted. */
function useTakers(contract: Contract): string {
  const t = useT();
  const { assignee, applications, applicationId, status, postedAt, createdAt } = contract;
  const format = useFormat();
  const now = useNow();
  const isLate = useContractState(contract) === "late";
  if (assignee) return t("contracts.assigned_to", { name: assignee.displayName });
  if (status === "draft") return t("contracts.not_posted");
  if (!isAvailable(status)) return t("contracts.unassigned");
  if (applications === null && applicationId === null)
    return isLate ? t("contracts.caption.late") : format.ago(postedAt ?? createdAt, now);
  if (applications === null) return t("contracts.applied_you");
  return t(applicationId === null ? "contracts.applied" : "contracts.applied_too", { count: applications });
}

/** A contract on the board; the whole card opens its dialog. */
export function ContractCard(props: {
  contract: Contract;
  linkTo: (contract: Contract) => { to: string; state: unknown };
  onPost?: ((contract: Contract) => void) | undefined;
  isPosting: boolean;
}) {
  const t = useT();
  const { contract, linkTo, onPost, isPosting } = props;
  const { id, title, status, riskLevel, type, location, description, paymentType } = contract;
  const poster = contract.postedByMember;
  const payment = usePayment(contract);
  const takers = useTakers(contract);
  const isOver = status !== "draft" && !isAvailable(status);
  return (
    <li data-contract={id} className={cx(CARD, "hover:border-line-strong", isOver && "bg-hull/55")}>
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <StateBadge contract={contract} />
          <Risk level={riskLevel} />
        </span>
        <TypeMark type={type} className="max-md:hidden" />
      </div>
      <h2 className="mt-[13px] mb-[3px] line-clamp-2 flex-none text-[15px] leading-[1.35] text-pretty [overflow-wrap:anywhere]">
        {title}
      </h2>
      <p className={cx("flex min-w-0 items-center gap-1.5 text-sm", location ? "text-ink-2" : "text-ink-3")}>
        <PlaceIcon size={14} className="flex-none text-ink-3" />
        <span className="truncate">
          <span className="md:hidden">{t(`contracts.type.${type}`)} · </span>
          {location ?? t("contracts.no_location")}
        </span>
      </p>
      <p className="mt-2.5 mb-3.5 line-clamp-3 max-md:line-clamp-2 text-md text-ink-2 [overflow-wrap:anywhere]">
        {description ?? t("contracts.no_description")}
      </p>
      <Facts look={FACT} className={FACTS}>
        <Fact
          label={t(`contracts.pay.${paymentType}`)}
          className="max-md:col-span-2 [&>dd]:whitespace-nowrap max-md:[&>dt]:sr-only"
        >
          <Pay contract={contract} isLabelled />
        </Fact>
        <Fact label={t("contracts.field.duration")} className="[&>dd]:truncate">
          {durationOf(t, contract)}
        </Fact>
        <Fact
          label={t(payment ? "contracts.payment" : "contracts.field.deadline")}
          className="whitespace-nowrap"
        >
          {payment ?? <DeadlineText contract={contract} />}
        </Fact>
      </Facts>
      <div className="flex items-center gap-[9px] border-t border-line pt-3">
        {poster ? (
          <Avatar name={poster.displayName} src={poster.avatarUrl} size="s" />
        ) : (
          <span aria-hidden="true" className={UNKNOWN}>
            ?
          </span>
        )}
        <span className="mr-auto min-w-0 text-md leading-[1.35]">
          <span className="block truncate">
            {t.rich(status === "draft" ? "contracts.written_by" : "contracts.posted_by", {
              name: (
                <b key="name" className="font-book">
                  {poster?.displayName ?? t("contracts.unknown")}
                </b>
              ),
            })}
          </span>
          <span className="block truncate hint">{takers}</span>
        </span>
        {onPost && contract.can.post ? (
          <Button
            size="s"
            className="relative z-1"
            aria-label={t("contracts.post_named", { title })}
            pending={isPosting}
            onClick={() => onPost(contract)}
          >
            {t("contracts.post")}
          </Button>
        ) : null}
        <Link
          {...linkTo(contract)}
          data-open=""
          aria-label={t("contracts.view_named", { title })}
          className={buttonClass(
            { size: "s" },
            "covers after:rounded-l focus-visible:after:outline-offset-0",
          )}
        >
          {t("contracts.view")}
        </Link>
      </div>
    </li>
  );
}

export const SKELETON = (
  <div data-skeleton="" className={CARD}>
    <div className="flex justify-between">
      <Skeleton className="h-[22px] w-32" />
      <Skeleton className="h-3.5 w-16" />
    </div>
    <Skeleton className="mt-[15px] h-4 w-3/4" />
    <Skeleton className="mt-2 h-3.5 w-1/3" />
    <Skeleton className="mt-3.5 h-3.5 w-full" />
    <Skeleton className="mt-1.5 h-3.5 w-11/12" />
    <Skeleton className="mt-1.5 mb-4 h-3.5 w-2/3" />
    <div className={FACTS}>
      <Skeleton className="h-[30px]" />
      <Skeleton className="h-[30px]" />
      <Skeleton className="h-[30px] max-md:hidden" />
    </div>
    <div className="flex justify-between border-t border-line pt-3">
      <Skeleton className="h-[30px] w-40" />
      <Skeleton className="h-7 w-14" />
    </div>
  </div>
);
