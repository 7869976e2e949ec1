import type { Feature } from "../../lib/feature.ts";
import { inSession } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, post, remove } from "../../lib/http/route.ts";
import { LEAVING } from "../../lib/outgoing/channels.ts";
import { isOfUser, SECRET, WITH_USER } from "../../lib/table-rules.ts";
import { deliverPush, testPush } from "./deliver.ts";
import { addDevice, deleteDeadDevices, readPush, removeDevice } from "./devices.ts";
import { addDeviceInput, pushDevice, pushState, testResult } from "./push.schema.ts";
import { pushSentences } from "./push.texts.ts";

export const pushFeature = {
  routes: [
    get("/push", {
      access: inSession(),
      answers: pushState,
      summary: "Read on which of the caller's devices push is on, and the server's public key",
      run: readPush,
    }),
    post("/push/subscriptions", {
      access: inSession(),
      body: addDeviceInput,
      answers: created(pushDevice),
      summary: "Turn push on for the browser of the request",
      run: addDevice,
    }),
    remove("/push/subscriptions/:id", {
      access: inSession(),
      answers: nothing,
      summary: "Turn push off for one of the caller's devices",
      run: removeDevice,
    }),
    post("/push/test", {
      access: inSession(),
      answers: testResult,
      summary: "Send a message to the caller's devices",
      run: testPush,
    }),
  ],
  tables: {
    push_subscriptions: {
      backup: { leftOut: "Belongs to sessions of browsers, which are left out, too." },
      personal: {
        isOf: isOfUser,
        columns: ["created_at", "last_ok_at"],
        without: {
          session_id: SECRET,
          user_id: WITH_USER,
          endpoint: SECRET,
          p256dh: SECRET,
          auth: SECRET,
          got: "Says which messages need not be sent again.",
        },
      },
    },
  },
  channels: { push: deliverPush },
  daily: (context) => [deleteDeadDevices(context)],
  sentences: pushSentences,
  topics: {
    [LEAVING]: [
      {
        table: "push_subscriptions",
        on: ["insert"],
        organization: "(SELECT organization_id FROM users WHERE id = row.user_id)",
      },
    ],
  },
} satisfies Feature;
