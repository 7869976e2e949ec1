import { useState } from "react";
import type { InVoice } from "../../../worker/features/prospects/prospects.schema.ts";
import { figures } from "../../lib/figures.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Panel } from "../../ui/panel.tsx";

const inVoice = figures<InVoice[]>("/members/:orgId/voice", ["discord", "members"]);

/** Most people who are named. */
const SHOWN = 6;

/** The members in voice; nothing while nobody is, or no bot sees voice. */
export function VoicePanel() {
  const t = useT();
  const format = useFormat();
  const { data: people = [] } = inVoice.useFigures();
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  return (
    <Panel
      title={t("home.voice")}
      actions={<span className="figure text-md text-ink-3">{format.number(people.length)}</span>}
    >
      <ul className="grid gap-2.5 pad py-3.5">
        {people.slice(0, all ? people.length : SHOWN).map(({ id, displayName, avatarUrl, channel }) => (
          <li key={id} className="flex items-center gap-2.5">
            <Avatar name={displayName} src={avatarUrl} size="s" />
            <span className="min-w-0 flex-1 truncate">{displayName}</span>
            <span className="max-w-1/2 truncate hint">{channel}</span>
          </li>
        ))}
        {people.length > SHOWN && !all ? (
          <li>
            <button type="button" className="link target text-md" onClick={() => setAll(true)}>
              {t("home.voice_more", { count: people.length - SHOWN })}
            </button>
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}
