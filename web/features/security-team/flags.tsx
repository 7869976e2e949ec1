import { useState } from "react";
import type { ApplicationDetails } from "../../../worker/features/security-team/security-team.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FlagIcon } from "../../ui/icons.tsx";
import { Section } from "../../ui/section.tsx";
import { SECTION, useStanding } from "./application-parts.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { team } from "./security-team.api.ts";

type Staff = NonNullable<ApplicationDetails["staff"]>;

/** Reasons to look, each cleared with a word. */
export function Flags({ details, flags }: { details: ApplicationDetails; flags: Staff["flags"] }) {
  const t = useT();
  const format = useFormat();
  const standing = useStanding();
  const [clearing, setClearing] = useState<Staff["flags"][number]["kind"] | null>(null);
  const { id, status, version } = details.application;
  const open = flags.filter(({ cleared }) => !cleared);
  return (
    <Section title={t("security_team.flags_title", { count: open.length })} className={SECTION}>
      <ul className="text-md">
        {flags.map(({ kind, names, at, words, cleared }) => (
          <li key={kind} className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-2.5">
            <FlagIcon size={16} className={cx("mt-0.5 flex-none", cleared ? "text-ink-3" : "text-wait")} />
            <p className="min-w-0 flex-1 basis-52 text-ink-2 [overflow-wrap:anywhere]">
              <b className="font-semibold text-ink">{t(`security_team.flag.${kind}`)}</b>{" "}
              {kind === "declined_before" || kind === "same_handle"
                ? t(`security_team.flag.${kind}_text`, {
                    names: names.join(", "),
                    date: format.date(at),
                    words: words ?? "",
                    hasWords: words ? "yes" : "no",
                  })
                : null}
              {cleared ? (
                <span className="block">
                  {t("security_team.cleared", {
                    by: cleared.by,
                    when: format.dayWithin(cleared.at),
                    word: cleared.word,
                  })}
                </span>
              ) : null}
            </p>
            {cleared || status !== "pending" ? null : (
              <Button
                size="s"
                aria-label={t("security_team.clear_name", { flag: t(`security_team.flag.${kind}`) })}
                onClick={() => setClearing(kind)}
              >
                {t("security_team.clear")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {clearing ? (
        <AskDialog
          ask="clear"
          values={{ name: t(`security_team.flag.${clearing}`) }}
          about={{ version, now: standing(details) }}
          onSend={({ words: word }) => team.clearFlag(id, { kind: clearing, word })}
          onClose={() => setClearing(null)}
        />
      ) : null}
    </Section>
  );
}
