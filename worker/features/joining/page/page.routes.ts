import * as z from "zod/mini";
import { publicRoute } from "../../../lib/http/access.ts";
import type { Answers } from "../../../lib/http/answers.ts";
import { get } from "../../../lib/http/route.ts";
import { styleSheetOf } from "../../../lib/http/serve-app.ts";
import { findActor } from "../../../lib/http/ways-in.ts";
import { language } from "../../../lib/wire.schema.ts";
import { byCookie } from "../../referrals/index.ts";
import { joinCode } from "../joining.schema.ts";
import { readDoor } from "./door.ts";
import { joinDocument } from "./join.view.ts";

const joinQuery = z.object({
  lang: z.optional(z.catch(z.optional(language), undefined)),
  by: z.optional(z.catch(z.optional(joinCode), undefined)),
});

/** A document that the worker writes itself. */
const page: Answers<string> = {
  status: 200,
  content: { type: "text/html" },
  respond: (c, body) => c.html(body),
};

export const pageRoutes = [
  get("/join", {
    access: publicRoute(),
    query: joinQuery,
    answers: page,
    summary: "The page on which strangers read what the organization looks for, at /join",
    async run(context, { lang, by }, c) {
      const actor = await findActor(c);
      if (by) byCookie.write(c, by);
      const reader = { ...context, language: lang ?? c.var.language };
      const visitor = actor && { name: actor.name, isMember: actor.memberId !== null };
      const [door, style] = await Promise.all([readDoor(reader, visitor), styleSheetOf(context.env.ASSETS)]);
      return joinDocument(door, reader.language, new URL(context.env.APP_URL), style);
    },
  }),
];
