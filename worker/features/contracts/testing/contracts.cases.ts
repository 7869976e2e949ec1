import type { RouteCase } from "../../../testing/cases.ts";

export const contractCases: RouteCase[] = [];
