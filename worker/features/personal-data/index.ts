import type { Feature } from "../../lib/feature.ts";
import { proven, signedIn } from "../../lib/http/access.ts";
import { file } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { exportPersonalData, personalDataPlan } from "./export.ts";
import { personalDataAudit } from "./personal-data.texts.ts";

export const personalDataFeature = {
  routes: (features) => [
    get("/user/data", {
      access: proven(signedIn()),
      answers: file("application/json"),
      summary: "Download everything that is stored about the caller",
      run: (context) => exportPersonalData(context, personalDataPlan(features)),
    }),
  ],
  audit: personalDataAudit,
} satisfies Feature;
