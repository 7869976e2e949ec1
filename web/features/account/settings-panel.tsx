import { type ReactNode, useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useSaveLanguage } from "../../lib/session.tsx";
import { setTheme, THEMES, useTheme } from "../../lib/theme.ts";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";

function Row({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line px-[18px] py-3 not-first:border-t">
      <div className="min-w-0">
        <p>{label}</p>
        {hint ? <p className="hint">{hint}</p> : null}
      </div>
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** What a user can set for themselves, and the data of their account. */
export function SettingsPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const theme = useTheme();
  const language = useLanguage();
  const saveLanguage = useSaveLanguage();
  const [saving, setSaving] = useState<Language | null>(null);
  const choose = async (next: Language) => {
    setSaving(next);
    try {
      await saveLanguage(next);
    } catch (error) {
      tellFailure(error, { title: t("users.language_failed") });
    } finally {
      setSaving(null);
    }
  };
  return (
    <Panel id="settings" title={t("nav.settings")} className="scroll-mt-[74px]">
      <div>
        <Row label={t("users.display_name")} hint={t("users.display_name_hint")}>
          <span className="font-book">{user.displayName}</span>
        </Row>
        <Row label={t("users.email")}>
          <span className={user.email ? "font-book" : "text-ink-3"}>
            {user.email || t("users.not_provided")}
          </span>
        </Row>
        <Row label={t("language.label")} hint={t("users.language_hint")}>
          <SegmentedRadio
            label={t("language.label")}
            value={saving ?? language}
            disabled={saving !== null}
            onChange={(next) => void choose(next)}
            options={(["en", "da"] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
          />
        </Row>
        <Row label={t("theme.label")} hint={t("users.theme_hint")}>
          <SegmentedRadio
            label={t("theme.label")}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </Row>
      </div>
    </Panel>
  );
}
