import type { CommandReport } from "../../../worker/features/interactions/registration/registration.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCopy } from "../../lib/clipboard.ts";
import type { Tone } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge, Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { SyncButton } from "../../ui/sync-button.tsx";

type Listed = CommandReport["commands"][number];

/** Milliseconds for which an answer is kept, because each request to Discord counts against its limit. */
const POLL = 10 * 60_000;
const TONES: Record<Exclude<Listed["state"], "same">, Tone> = {
  missing: "wait",
  differs: "wait",
  foreign: "idle",
};
const pathOf = (organizationId: number) => `/api/discord/commands/${organizationId}`;

/** The commands of the product as Discord has them, and a button that registers those that differ. */
export function CommandsCard() {
  const t = useT();
  const { user } = useUser();
  const report = useOfOrganization<CommandReport>(pathOf, [], { poll: POLL });
  const register = useAction(
    async () => {
      const answer = await request<CommandReport>(pathOf(user?.organizationId ?? 0), { method: "POST" });
      await report.mutate(answer, { revalidate: false });
    },
    {
      done: { title: t("commands.registered"), description: t("commands.registered_text") },
      failed: t("commands.register_failed"),
    },
  );
  const off = report.data?.commands.filter(({ state }) => state !== "same").length;
  return (
    <Fold
      key={off}
      title={t("commands.list")}
      isOpen={report.error !== undefined || (off ?? 0) > 0}
      aside={
        off !== undefined && (
          <Badge tone={off > 0 ? "wait" : "go"}>
            {off > 0 ? t("commands.off", { count: off }) : t("commands.same")}
          </Badge>
        )
      }
    >
      <div className="px-[18px] pt-3 pb-4">
        <AnswerView answer={report} loading={<SkeletonLines lines={6} />}>
          {({ commands, endpoint }) => (
            <>
              {off ? (
                <SyncButton
                  size="s"
                  className="mb-3"
                  label={t("commands.register", { count: off })}
                  sync={register}
                />
              ) : null}
              <ul aria-label={t("commands.list")} className="md:columns-2 md:gap-x-8">
                {commands.map((each) => (
                  <Line key={`${each.kind} ${each.name}`} command={each} />
                ))}
              </ul>
              <Endpoint address={endpoint} />
            </>
          )}
        </AnswerView>
      </div>
    </Fold>
  );
}

function Line({ command: { kind, name, description, state, changes } }: { command: Listed }) {
  const t = useT();
  return (
    <li className="flex break-inside-avoid justify-between gap-3 border-t border-line py-2">
      <span className="min-w-0 leading-[1.45]">
        <span className="block font-book break-words">{kind === "chat" ? `/${name}` : name}</span>
        <span className="block hint break-words">
          {description}
          {kind === "chat" ? null : ` (${t(`commands.kind.${kind}`)})`}
        </span>
        {changes.length > 0 ? (
          <span className="block hint break-words">
            {t("commands.changes", { fields: changes.slice(0, 5).join(", ") })}
          </span>
        ) : null}
      </span>
      {state === "same" ? null : (
        <span className="flex shrink-0 items-center gap-2 self-start text-md">
          <Dot tone={TONES[state]} />
          {t(`commands.state.${state}`)}
        </span>
      )}
    </li>
  );
}

function Endpoint({ address }: { address: string }) {
  const t = useT();
  const { state, copy } = useCopy(address);
  return (
    <div className="border-t border-line py-3">
      <span className="block text-md text-ink-2">{t("commands.endpoint")}</span>
      <span className="flex items-center justify-between gap-2">
        <code className="min-w-0 text-md break-all">{address}</code>
        <Button size="s" icon={<CopyIcon />} onClick={() => void copy()} aria-label={t("commands.copy")}>
          {state === "copied" ? t("commands.copied") : null}
        </Button>
      </span>
      <span className="block hint">{t("commands.endpoint_hint")}</span>
    </div>
  );
}
