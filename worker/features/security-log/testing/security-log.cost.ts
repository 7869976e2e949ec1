import { searches } from "../../../testing/costing.ts";

export const costs = searches("security-log", "kind=code_wrong", "user=7");
