import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type ApiToken, revokeToken } from "./tokens.api.ts";

const hasEnded = ({ expiresAt }: ApiToken, now: number) => Date.parse(expiresAt) <= now;

function Permissions({ token }: { token: ApiToken }) {
  const t = useT();
  const { permissions } = token;
  const reasons = [...new Set(permissions.flatMap(({ lost }) => lost ?? []))];
  if (permissions.length === 0) return <span className="hint">{t("tokens.reads_only")}</span>;
  return (
    <>
      <ul className="flex flex-wrap gap-1.5">
        {permissions.map(({ id, lost }) => {
          const look = "rounded-s px-1.5 font-mono text-[11px] leading-[20px] [overflow-wrap:anywhere]";
          return (
            <li key={id} className={cx(look, lost ? "border border-line text-ink-3" : "bg-rail text-ink-2")}>
              {lost ? <s>{id}</s> : id}
            </li>
          );
        })}
      </ul>
      {reasons.map((reason) => (
        <p key={reason} className="mt-1 hint">
          {t(`tokens.lost.${reason}`, {
            count: permissions.filter(({ lost }) => lost === reason).length,
          })}
        </p>
      ))}
    </>
  );
}

function Expires({ token }: { token: ApiToken }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const isSoon = Date.parse(token.expiresAt) - now < 7 * 86_400_000;
  const ended = hasEnded(token, now);
  return (
    <>
      <Time at={token.expiresAt} className={cx("block", isSoon && !ended && "text-wait")}>
        {format.date(token.expiresAt)}
      </Time>
      <span className="hint">{ended ? t("tokens.ended") : format.relative(token.expiresAt, now)}</span>
    </>
  );
}

function EndButton({ token }: { token: ApiToken }) {
  const t = useT();
  const now = useNow();
  const { name } = token;
  const kind = hasEnded(token, now) ? "remove" : "revoke";
  return (
    <ConfirmButton
      size="s"
      variant={kind === "revoke" ? "danger" : "default"}
      label={t(`tokens.${kind}`)}
      title={t(`tokens.${kind}_title`, { name })}
      description={kind === "revoke" ? t("tokens.revoke_text") : t("tokens.ended")}
      danger
      onConfirm={() => revokeToken(token)}
      done={{ title: t(kind === "revoke" ? "tokens.revoked" : "tokens.removed") }}
    />
  );
}

/** Tokens in rows; on phones each is a card. */
export function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  return (
    <Table
      label={t("tokens.title")}
      items={tokens}
      headClass="max-md:hidden"
      rowOf={(token) => ({
        className: cx(
          "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-2 max-md:px-4 max-md:py-3 md:[&>td]:py-3 md:[&>td]:align-top",
          hasEnded(token, now) && "text-ink-3",
        ),
      })}
      columns={{
        name: {
          heading: t("tokens.name"),
          cell: ({ name, ending, createdAt }) => (
            <>
              <p className="font-book [overflow-wrap:anywhere]">{name}</p>
              <p className="hint">
                {t("tokens.ends_in", { ending })}, {t("tokens.made_on", { day: format.shortDate(createdAt) })}
              </p>
            </>
          ),
        },
        permissions: {
          heading: t("tokens.permissions"),
          cell: (token) => <Permissions token={token} />,
          cellClass: "max-md:col-span-2 max-md:row-start-2",
        },
        expires: {
          heading: t("tokens.expires"),
          cell: (token) => (
            <>
              <span className="hint md:hidden">{t("tokens.expires")}</span>
              <Expires token={token} />
            </>
          ),
          cellClass: "md:whitespace-nowrap",
        },
        used: {
          heading: t("tokens.used"),
          cell: ({ lastUsedAt }) => (
            <>
              <span className="hint block md:hidden">{t("tokens.used")}</span>
              {lastUsedAt ? <Time at={lastUsedAt}>{format.ago(lastUsedAt, now)}</Time> : t("tokens.never")}
            </>
          ),
          cellClass: "max-md:self-start",
        },
        end: {
          heading: <span className="sr-only">{t("tokens.revoke")}</span>,
          cell: (token) => <EndButton token={token} />,
          cellClass: "text-right max-md:col-start-2 max-md:row-start-1 max-md:self-start",
        },
      }}
    />
  );
}
