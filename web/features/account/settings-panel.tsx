import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useSaveLanguage } from "../../lib/session.tsx";
import { setTheme, THEMES, useTheme } from "../../lib/theme.ts";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { Row } from "./row.tsx";

export function SettingsPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const theme = useTheme();
  const language = useLanguage();
  const choose = useAction(useSaveLanguage(), { failed: t("language.failed") });
  return (
    <Panel id="settings" title={t("nav.settings")} className="scroll-mt-[74px]">
      <div>
        <Row label={t("users.display_name")} hint={user.discordId ? t("users.display_name_hint") : null}>
          <span className="font-book">{user.displayName}</span>
        </Row>
        <Row label={t("users.email")}>
          <span className={user.email ? "font-book" : "text-ink-3"}>
            {user.email || t("users.not_provided")}
          </span>
        </Row>
        <Row label={t("language.label")}>
          <SegmentedRadio
            label={t("language.label")}
            value={choose.running?.[0] ?? language}
            disabled={choose.pending}
            onChange={(next) => void choose.run(next)}
            options={(["en", "da"] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
          />
        </Row>
        <Row label={t("theme.label")}>
          <SegmentedRadio
            label={t("theme.label")}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </Row>
        <Row label={t("users.accessibility")}>
          <a href="/accessibility" className="link target inline-flex items-center font-medium">
            {t("users.accessibility_open")}
          </a>
        </Row>
      </div>
    </Panel>
  );
}
