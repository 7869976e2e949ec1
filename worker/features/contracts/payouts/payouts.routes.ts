import { Hono } from "hono";
import { requires } from "../../../lib/http/access.ts";
import { answer } from "../../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import { lockSplit, unlockSplit } from "./approve.ts";
import { addExpense, decideExpense, removeExpense } from "./expenses.ts";
import { getMoney } from "./money.ts";
import { getPayout } from "./payouts.rows.ts";
import {
  confirmInput,
  decideExpenseInput,
  donateInput,
  expenseInput,
  lockInput,
  money,
  payout,
  sendInput,
  sheetInput,
} from "./payouts.schema.ts";
import { donateShare, saveSheet } from "./sheet.ts";
import { confirmTransfer, sendTransfer } from "./transfers.ts";

/** Each call of one contract's payout answers all of it. */
export const payoutRoutes = new Hono<App>()
  .get(
    "/contracts/:id/payout",
    requires("contracts.read"),
    depends(["contracts", "payouts", "members", "settings"]),
    async (c) => answer(c, payout, await getPayout(contextOf(c), idParameter(c))),
  )
  .put("/contracts/:id/payout", requires("contracts.read"), input("json", sheetInput), async (c) =>
    answer(c, payout, await saveSheet(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post("/contracts/:id/payout/lock", requires("contracts.read"), input("json", lockInput), async (c) =>
    answer(c, payout, await lockSplit(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post("/contracts/:id/payout/unlock", requires("contracts.read"), input("json", lockInput), async (c) =>
    answer(c, payout, await unlockSplit(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/contracts/:id/payout/donate", requires("contracts.read"), input("json", donateInput), async (c) =>
    answer(c, payout, await donateShare(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .post("/contracts/:id/expenses", requires("contracts.read"), input("json", expenseInput), async (c) =>
    answer(c, payout, await addExpense(contextOf(c), idParameter(c), c.req.valid("json")), 201),
  )
  .patch("/contract-expenses/:id", requires("contracts.read"), input("json", decideExpenseInput), async (c) =>
    answer(c, payout, await decideExpense(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/contract-expenses/:id", requires("contracts.read"), async (c) =>
    answer(c, payout, await removeExpense(contextOf(c), idParameter(c))),
  )
  .patch("/payout-transfers/:id/sent", requires("contracts.read"), input("json", sendInput), async (c) =>
    answer(c, payout, await sendTransfer(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch(
    "/payout-transfers/:id/confirmed",
    requires("contracts.read"),
    input("json", confirmInput),
    async (c) => answer(c, payout, await confirmTransfer(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .get("/user/money", requires("contracts.read"), depends(["contracts", "members"]), async (c) =>
    answer(c, money, await getMoney(contextOf(c))),
  );
