import * as z from "zod/mini";
import { provenIf, publicRoute, requires } from "../../lib/http/access.ts";
import { get, put } from "../../lib/http/route.ts";
import { changeSetting, listSettings } from "./change.ts";
import {
  organizationSetting,
  publicSetting,
  SETTING_CATEGORIES,
  type SettingPath,
  settingInput,
  settingPath,
} from "./settings.schema.ts";
import { listPublicSettings } from "./settings.ts";

const administers = requires("admin.system");

const isAboutSignIn = ({ settingKey }: SettingPath) =>
  SETTING_CATEGORIES.authentication.some((key) => key === settingKey);

export const settingsRoutes = [
  get("/organization/:orgId/public-settings", {
    access: publicRoute(),
    answers: z.array(publicSetting),
    summary: "List the settings that visitors may know",
    run: listPublicSettings,
  }),
  get("/organization/:orgId/settings", {
    access: administers,
    answers: z.array(organizationSetting),
    depends: ["settings"],
    summary: "List the organization's settings",
    run: listSettings,
  }),
  put("/organization/:orgId/settings/:settingKey", {
    access: provenIf(isAboutSignIn, administers),
    params: settingPath,
    body: settingInput,
    answers: organizationSetting,
    summary: "Change a setting",
    run: changeSetting,
  }),
];
