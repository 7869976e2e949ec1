import { Suspense } from "react";
import { SETTING_CATEGORIES } from "../../../worker/features/settings/settings.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ownRecord } from "../own-record/index.ts";
import SettingRows from "./setting-rows.tsx";

/** Those of recruiting stand in a tab of their own. */
const { recruiting: _, ...SHOWN } = SETTING_CATEGORIES;
const CATEGORIES = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

const NOTES = ["allow_registration", "bot_auto_start", "debug_mode"] as const;

export default function SettingsTab() {
  const t = useT();
  return (
    <>
      <Suspense>
        <ownRecord.View />
      </Suspense>
      <PageSentence>{t("settings.sentence")}</PageSentence>
      <div className="gap-[18px] *:mb-[18px] *:break-inside-avoid xl:columns-2">
        {CATEGORIES.map((category) => (
          <Panel key={category} title={t(`settings.category.${category}`)}>
            <SettingRows keys={SHOWN[category]} />
          </Panel>
        ))}
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
