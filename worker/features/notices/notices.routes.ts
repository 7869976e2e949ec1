import { Hono } from "hono";
import * as z from "zod/mini";
import { signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import type { Notices } from "../../lib/notices.ts";
import { listNotices, readNotices } from "./list.ts";
import { notice, readInput } from "./notices.schema.ts";

/** @param features the notices of all features */
export const noticeRoutes = (features: readonly Notices[]) =>
  new Hono<App>()
    .get("/user/notices", signedIn(), depends(["notices"]), async (c) =>
      answer(c, z.array(notice), await listNotices(contextOf(c), features)),
    )
    .patch("/user/notices/read", signedIn(), input("json", readInput), async (c) => {
      await readNotices(contextOf(c), c.req.valid("json").upTo);
      return c.body(null, 204);
    });
