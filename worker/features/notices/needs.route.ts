import * as z from "zod/mini";
import type { Feature } from "../../lib/feature.ts";
import { signedIn } from "../../lib/http/access.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get } from "../../lib/http/route.ts";
import { listNeeds } from "../../lib/needs.ts";
import { NEED_TOPICS } from "./need-topics.schema.ts";
import { need } from "./notices.schema.ts";

export const needsRoute = (features: readonly Feature[]) =>
  get("/user/needs", {
    access: signedIn(),
    answers: z.array(need),
    depends: ["notices"],
    partly: NEED_TOPICS,
    moment: everyMinute,
    summary: "List what asks something of the caller: the most urgent first",
    run: (context) => listNeeds(context, features),
  });
