import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";

type Verdict = { rule: string; score: number };

const directivesOf = (policy: string) =>
  new Map(
    policy.split(";").map((each) => {
      const [name = "", ...values] = each.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );

/** Returns the findings of Google's CSP evaluator that are more than hints, one line each. */
export const policyFaults = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    // The evaluator says "'self' can be problematic" about every site with scripts of its own.
    .filter(({ severity, value }) => severity < Severity.INFO && value !== "'self'")
    .map(({ directive, description }) => `${directive}: ${description}`);

function policyScore(policy: string): Verdict {
  const directives = directivesOf(policy);
  const fallback = directives.get("default-src") ?? ["*"];
  const sources = (name: string) => directives.get(name) ?? fallback;
  const isUnsafe = (name: string) =>
    sources(name).some((each) => /^('unsafe-(inline|eval)'|\*|https?:|data:|blob:)$/.test(each));
  const rule = "content-security-policy";
  if (policy === "") return { rule, score: -25 };
  if (isUnsafe("script-src") || isUnsafe("object-src")) return { rule, score: -20 };
  if (isUnsafe("style-src")) return { rule, score: 0 };
  return { rule, score: fallback.join() === "'none'" ? 10 : 5 };
}

function cookieScore(cookies: readonly string[]): Verdict {
  const rule = "cookies";
  if (cookies.some((each) => !/; Secure/i.test(each))) return { rule, score: -20 };
  if (cookies.some((each) => !/; HttpOnly/i.test(each))) return { rule, score: -30 };
  return { rule, score: cookies.every((each) => /; SameSite=(Lax|Strict)/i.test(each)) ? 5 : 0 };
}

/**
 * Scores an answer over https by the rules of Mozilla's HTTP Observatory (developer.mozilla.org/observatory): from
 * 100 points, what each rule takes or adds; 100 and more is its best grade, A+.
 */
export function scoreHeaders(headers: Headers): { total: number; verdicts: Verdict[] } {
  const header = (name: string) => headers.get(name) ?? "";
  const policy = header("Content-Security-Policy");
  const hasFrameAncestors = directivesOf(policy).get("frame-ancestors")?.join() === "'none'";
  const days = Number(/max-age=(\d+)/.exec(header("Strict-Transport-Security"))?.[1] ?? 0) / 86_400;
  const isPrivate = /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/;
  const resource = header("Cross-Origin-Resource-Policy");
  const verdicts: Verdict[] = [
    policyScore(policy),
    cookieScore(headers.getSetCookie()),
    { rule: "cross-origin-resource-sharing", score: header("Access-Control-Allow-Origin") === "*" ? -50 : 0 },
    { rule: "referrer-policy", score: isPrivate.test(header("Referrer-Policy")) ? 5 : -5 },
    { rule: "strict-transport-security", score: days >= 180 ? 0 : days > 0 ? -10 : -20 },
    { rule: "x-content-type-options", score: header("X-Content-Type-Options") === "nosniff" ? 0 : -5 },
    {
      rule: "x-frame-options",
      score: hasFrameAncestors ? 5 : /^(DENY|SAMEORIGIN)$/i.test(header("X-Frame-Options")) ? 0 : -20,
    },
    { rule: "cross-origin-resource-policy", score: /^same-(origin|site)$/.test(resource) ? 10 : 0 },
  ];
  const taken = verdicts.reduce((sum, { score }) => sum + Math.min(score, 0), 100);
  const added = verdicts.reduce((sum, { score }) => sum + Math.max(score, 0), 0);
  // Bonus points count only from 90 points on.
  return { total: taken >= 90 ? taken + added : taken, verdicts };
}
