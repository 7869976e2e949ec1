import type { RouteCase } from "../../../../testing/cases.ts";

export const applicationCases: RouteCase[] = [];
