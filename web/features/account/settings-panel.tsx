import { useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useSaveLanguage } from "../../lib/session.tsx";
import { setTheme, THEMES, useTheme } from "../../lib/theme.ts";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { hideHangar, useAccount } from "./account.api.ts";
import { Row } from "./row.tsx";

/** Whether the organization's fleet leaves the user's ships out. */
function Privacy({ user, isHidden }: { user: CurrentUser; isHidden: boolean }) {
  const t = useT();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const choose = async (next: boolean) => {
    setWanted(next);
    try {
      await hideHangar(user.id, next);
    } catch (error) {
      tellFailure(error, { title: t("users.privacy_failed") });
    } finally {
      setWanted(null);
    }
  };
  return (
    <Switch
      label={t("users.privacy")}
      hidesLabel
      checked={wanted ?? isHidden}
      pending={wanted !== null}
      onChange={(next) => void choose(next)}
    />
  );
}

/** What a user can set for themselves, and the data of their account. */
export function SettingsPanel({ user }: { user: CurrentUser }) {
  const t = useT();
  const { data: account, error } = useAccount();
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
        <Row label={t("users.display_name")} hint={user.discordId ? t("users.display_name_hint") : null}>
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
        {account || !error ? (
          <Row label={t("users.privacy")} hint={t("users.privacy_hint")}>
            {account ? (
              <Privacy user={user} isHidden={account.hangar.isHidden} />
            ) : (
              <Skeleton className="h-[18px] w-8" />
            )}
          </Row>
        ) : null}
      </div>
    </Panel>
  );
}
