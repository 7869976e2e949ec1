import { Hono } from "hono";
import * as z from "zod/mini";
import { publicRoute, requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { changeSetting, listSettings } from "./change.ts";
import {
  organizationSetting,
  publicSetting,
  SETTING_CATEGORIES,
  settingInput,
  settingPath,
} from "./settings.schema.ts";
import { listPublicSettings } from "./settings.ts";

const AUTHENTICATION = SETTING_CATEGORIES.authentication;

export const settingsRoutes = new Hono<App>()
  .get("/organization/:orgId/public-settings", publicRoute(), async (c) =>
    answer(c, z.array(publicSetting), await listPublicSettings(c.var.opened.db, idParameter(c, "orgId"))),
  )
  .get("/organization/:orgId/settings", requires("admin.system"), depends(["settings"]), async (c) =>
    answer(c, z.array(organizationSetting), await listSettings(contextOf(c))),
  )
  .put(
    "/organization/:orgId/settings/:settingKey",
    requires("admin.system"),
    input("param", settingPath),
    input("json", settingInput),
    recent((c) => AUTHENTICATION.some((key) => key === c.req.param("settingKey"))),
    async (c) =>
      answer(
        c,
        organizationSetting,
        await changeSetting(contextOf(c), c.req.valid("param").settingKey, c.req.valid("json")),
      ),
  );
