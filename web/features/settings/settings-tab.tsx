import { useState } from "react";
import {
  type OrganizationSetting,
  SETTING_CATEGORIES,
} from "../../../worker/features/settings/settings.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Time } from "../../ui/time.tsx";
import { useChangeSetting, useSettings } from "./settings.api.ts";

const CATEGORIES = Object.keys(SETTING_CATEGORIES) as (keyof typeof SETTING_CATEGORIES)[];

const NOTES = ["allow_registration", "bot_auto_start", "debug_mode"] as const;

/** When a setting was last changed, and who did it. */
function LastUpdated({ setting }: { setting: OrganizationSetting }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { updatedAt, updatedBy } = setting;
  if (updatedAt === null) return t("settings.never_changed");
  const when = format.relative(updatedAt, now);
  return (
    <Time at={updatedAt}>
      {updatedBy ? t("settings.updated_by", { when, name: updatedBy }) : t("settings.updated", { when })}
    </Time>
  );
}

function SettingRow({ setting }: { setting: OrganizationSetting }) {
  const t = useT();
  const change = useChangeSetting();
  const [pending, setPending] = useState(false);
  const { settingKey, settingValue, blocked } = setting;
  const label = t(`settings.${settingKey}.label`);
  const reason = !settingValue && blocked ? t(`settings.blocked.${blocked}`) : null;
  const set = async (next: boolean) => {
    setPending(true);
    try {
      await change(setting, next);
      const title = t("settings.done");
      toast({ title, description: t(next ? "settings.now_on" : "settings.now_off", { setting: label }) });
    } catch (error) {
      tellFailure(error, { title: t("settings.failed") });
    } finally {
      setPending(false);
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-t border-line px-[18px] py-3.5 first:border-t-0 max-md:px-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-book">
          {label}
          <Badge tone={settingValue ? "go" : "idle"} size="s">
            {t(settingValue ? "settings.enabled" : "settings.disabled")}
          </Badge>
        </p>
        <p className="text-ink-2">{t(`settings.${settingKey}.text`)}</p>
        <p className="hint">
          {blocked ? <span className="text-wait">{t(`settings.blocked.${blocked}`)}. </span> : null}
          <LastUpdated setting={setting} />
        </p>
      </div>
      <Switch
        checked={settingValue}
        onChange={(next) => void set(next)}
        label={label}
        hidesLabel
        reason={reason}
        pending={pending}
      />
    </li>
  );
}

/** What the organization can be set to do, a switch for each. */
export default function SettingsTab() {
  const t = useT();
  const { data, error, mutate } = useSettings();
  if (error && !data) return <ErrorState error={error} onRetry={() => void mutate()} />;
  const changed = data?.filter(({ settingValue, defaultValue }) => settingValue !== defaultValue).length ?? 0;
  return (
    <>
      {data ? <PageSentence>{t("settings.sentence", { changed })}</PageSentence> : null}
      <div className="grid grid-cols-[minmax(0,1fr)_372px] items-start gap-[18px] max-xl:grid-cols-[minmax(0,1fr)]">
        <div className="grid min-w-0 gap-[18px]">
          {CATEGORIES.map((category) => (
            <Panel key={category} title={t(`settings.category.${category}`)} aria-busy={!data}>
              {data ? (
                <ul>
                  {SETTING_CATEGORIES[category].map((key) => {
                    const setting = data.find(({ settingKey }) => settingKey === key);
                    return setting ? <SettingRow key={key} setting={setting} /> : null;
                  })}
                </ul>
              ) : (
                <SkeletonLines lines={3} className="p-[18px]" />
              )}
            </Panel>
          ))}
        </div>
        <Panel title={t("settings.note")}>
          <ul className="px-[18px] py-1 text-ink-2">
            {NOTES.map((key) => (
              <li key={key} className="border-t border-line py-3 first:border-t-0">
                {t(`settings.note.${key}`)}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
