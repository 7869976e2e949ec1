import { BUDGETS } from "../../../testing/budgets.ts";
import type { CostCase } from "../../../testing/costing.ts";
import { nobody, raw } from "../../../testing/world.ts";
import { ANSWERS, openDoor, stranger } from "./joining.factory.ts";

let sender = nobody;

export const costs: CostCase[] = [
  {
    route: "POST /api/admissions/own/send of a stranger",
    // Makes a prospect besides, and reads everybody who is told.
    budget: { ...BUDGETS.several, grows: true },
    // Made by the request: the sender was never a member.
    get caller() {
      return sender;
    },
    request: async () => {
      await openDoor();
      sender = await stranger();
      // Applications of other cases are no bound of this day.
      await raw.DB.exec("update admissions set sent_on = '2026-01-01' where sent_on > '2026-01-01'");
      return { path: "/api/admissions/own/send", body: { answers: ANSWERS, version: 0 } };
    },
  },
];
