import { type ReactNode, useId, useState } from "react";
import { mutate } from "swr";
import type { Role } from "../../../worker/features/roles/roles.schema.ts";
import {
  type NumberKey,
  type OrganizationSetting,
  SETTING_RANGES,
  type SettingKey,
} from "../../../worker/features/settings/settings.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { fieldNumber, numberOf } from "../../lib/number.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { staleRecord } from "../../lib/records.ts";
import { checkSession, useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Select } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Time } from "../../ui/time.tsx";
import { settingsPath, useSettings } from "./settings.api.ts";

/** The roles below administration, highest priority first. */
const useRolesBelow = () =>
  useOfOrganization<Role[]>((id) => `/api/roles/${id}`, ["members"]).data?.filter(
    ({ key, permissions = [] }) =>
      key !== "administrator" && !permissions.some((each) => each.startsWith("admin.")),
  ) ?? [];

/** Changes a setting, which is shown at once and restored on failure. */
function useSetting(setting: OrganizationSetting) {
  const t = useT();
  const { user } = useUser();
  const path = settingsPath(user?.organizationId ?? 0);
  const { settingKey, version } = setting;
  const show = (change: Partial<OrganizationSetting>) =>
    mutate<OrganizationSetting[]>(
      path,
      (all) => all?.map((each) => (each.settingKey === settingKey ? { ...each, ...change } : each)),
      { revalidate: false },
    );
  const change = async (settingValue: boolean | number) => {
    await show({ settingValue });
    try {
      const body = { settingValue, version };
      const saved = await request<OrganizationSetting>(`${path}/${settingKey}`, { method: "PUT", body });
      await show(saved);
      // The change may affect the reader's permissions.
      if (settingKey === "require_second_factor") await checkSession().catch(() => undefined);
    } catch (error) {
      await show(staleRecord<OrganizationSetting>(error) ?? setting);
      throw error;
    } finally {
      topicsChanged(["settings", "activity"]);
    }
  };
  return useAction(change, {
    done: { title: t("settings.done"), description: t(`settings.${settingKey}.label`) },
    failed: t("settings.failed"),
  });
}

/** The time and user of a setting's last change. */
function LastUpdated({ setting: { updatedAt, updatedBy: name } }: { setting: OrganizationSetting }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (updatedAt === null) return null;
  const when = format.ago(updatedAt, now);
  const text = name ? t("settings.updated_by", { when, name }) : t("settings.updated", { when });
  return <Time at={updatedAt}>{text}</Time>;
}

/** Settings whose name says all. */
const PLAIN = [
  "applications_a_day",
  "bots_most",
  "bots_running_most",
  "join_indexed",
  "needs_server",
  "wait_after_refusal_days",
] as const satisfies SettingKey[];
const isPlain = (key: SettingKey): key is (typeof PLAIN)[number] =>
  (PLAIN as readonly SettingKey[]).includes(key);

/** A setting with its state and the control that changes it. */
function SettingRow(props: { setting: OrganizationSetting; state?: ReactNode; children: ReactNode }) {
  const t = useT();
  const { settingKey, blocked } = props.setting;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 max-md:has-[input,select]:grid-cols-[minmax(0,1fr)] border-t border-line pad py-3.5 first:border-t-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-book">
          {t(`settings.${settingKey}.label`)}
          {props.state}
        </p>
        {isPlain(settingKey) ? null : <p className="text-ink-2">{t(`settings.${settingKey}.text`)}</p>}
        <p className="hint">
          {blocked ? <span className="text-wait">{t(`settings.blocked.${blocked}`)}. </span> : null}
          <LastUpdated setting={props.setting} />
        </p>
      </div>
      {props.children}
    </li>
  );
}

function SwitchRow({ setting }: { setting: OrganizationSetting }) {
  const t = useT();
  const { run: set, pending } = useSetting(setting);
  const isOn = setting.settingValue === true;
  const label = t(`settings.${setting.settingKey}.label`);
  const [asking, setAsking] = useState(false);
  const asksFirst = setting.settingKey === "require_second_factor";
  return (
    <SettingRow setting={setting}>
      <span className="flex items-center gap-2.5">
        <span className="flex max-md:hidden">
          <Badge tone={isOn ? "go" : "idle"} size="s" dot={false}>
            {t(isOn ? "settings.enabled" : "settings.disabled")}
          </Badge>
        </span>
        <Switch
          checked={isOn}
          onChange={(next) => (next && asksFirst ? setAsking(true) : void set(next))}
          label={label}
          hidesLabel
          reason={!isOn && setting.blocked ? t(`settings.blocked.${setting.blocked}`) : null}
          pending={pending}
        />
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("settings.require_second_factor.confirm_title")}
        description={t("settings.require_second_factor.confirm_text")}
        confirmLabel={t("settings.require_second_factor.confirm")}
        danger
        onConfirm={() => set(true)}
      />
    </SettingRow>
  );
}

/** The factor of each unit in the setting's number: percentages are stored in hundredths. */
const PARTS = { percent: 100, days: 1, weeks: 1, characters: 1, bots: 1, applications: 1 };

/** A number that is saved by Enter or when the field is left. */
function NumberRow(props: { setting: OrganizationSetting & { settingKey: NumberKey }; value: number }) {
  const { setting, value } = props;
  const t = useT();
  const format = useFormat();
  const id = useId();
  const { run: set, pending } = useSetting(setting);
  /** The typed text; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const { least, most, unit: kind } = SETTING_RANGES[setting.settingKey];
  const unit = kind as keyof typeof PARTS;
  const parts = PARTS[unit];
  const label = t(`settings.${setting.settingKey}.label`);
  const shown = (number: number) => format.number(number / parts);
  const unitText = t(`settings.unit.${unit}`, { count: value });
  const inWords = (number: number) => `${shown(number)} ${t(`settings.unit.${unit}`, { count: number })}`;
  const begin = (text: string | null) => {
    setTyped(text);
    setIsWrong(false);
  };
  const save = async () => {
    if (typed === null || pending) return;
    const next = Math.round((numberOf(typed) ?? Number.NaN) * parts);
    if (!(next >= least && next <= most)) return setIsWrong(true);
    if (next === value || (await set(next))) begin(null);
  };
  return (
    <SettingRow
      setting={setting}
      state={
        value === setting.defaultValue ? null : (
          <span className="hint">
            {t("settings.default", { value: inWords(Number(setting.defaultValue)) })}
          </span>
        )
      }
    >
      <span className="flex items-center gap-2">
        <NumberInput
          size="m"
          className="w-20"
          decimals={unit === "percent" ? 2 : 0}
          aria-label={`${label} (${unitText})`}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          aria-busy={pending}
          readOnly={pending}
          value={typed ?? fieldNumber(value / parts)}
          onChange={begin}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === "Enter") void save();
            if (event.key === "Escape") begin(null);
          }}
        />
        <span aria-hidden="true" className="min-w-[74px] text-ink-2">
          {unitText}
        </span>
      </span>
      {isWrong ? (
        <p id={id} role="alert" className="col-span-full text-sm text-stop md:text-right">
          {t(`settings.range.${unit === "percent" ? unit : "whole"}`, {
            least: shown(least),
            most: shown(most),
          })}
        </p>
      ) : null}
    </SettingRow>
  );
}

/** A role below administration, or none. */
function RoleRow({ setting, value }: { setting: OrganizationSetting; value: number }) {
  const t = useT();
  const { run: set, pending } = useSetting(setting);
  const roles = useRolesBelow();
  const label = t(`settings.${setting.settingKey}.label`);
  const none = t("settings.no_role");
  return (
    <SettingRow setting={setting}>
      <Select
        size="m"
        className="max-w-56"
        aria-label={label}
        aria-busy={pending}
        disabled={pending}
        value={value || ""}
        empty={none}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => {
          void set(Number(target.value));
        }}
      />
    </SettingRow>
  );
}

/** A setting as a switch, a field or a choice, by its value. */
function Row({ setting }: { setting: OrganizationSetting }) {
  const { settingKey, settingValue } = setting;
  if (typeof settingValue === "boolean") return <SwitchRow setting={setting} />;
  if (settingKey === "security_role") return <RoleRow setting={setting} value={settingValue} />;
  return settingKey in SETTING_RANGES ? (
    <NumberRow setting={{ ...setting, settingKey: settingKey as NumberKey }} value={settingValue} />
  ) : null;
}

/** Settings with their controls, as rows of a panel. */
export default function SettingRows({ keys }: { keys: readonly SettingKey[] }) {
  const { data, error, mutate } = useSettings();
  if (error && !data) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (!data) return <SkeletonLines lines={3} className="p-[18px]" />;
  return (
    <ul>
      {keys.map((key) => {
        const setting = data.find(({ settingKey }) => settingKey === key);
        return setting ? <Row key={key} setting={setting} /> : null;
      })}
    </ul>
  );
}
