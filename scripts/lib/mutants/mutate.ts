import { type Node, parseSync, Visitor, type VisitorObject } from "oxc-parser";
import { SYSTEM_PERMISSIONS } from "../../../worker/lib/permissions.schema.ts";

/** A change of one place in a file: the text from `start` to `end` becomes `text`. */
export type Mutant = { path: string; line: number; start: number; end: number; text: string; shown: string };

type Edit = { start: number; end: number; text: string };

/** Operators, and functions of rounding and of lists, with what turns each round. */
const SWAPPED: Readonly<Record<string, string>> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "%": "*" },
  ...{ floor: "ceil", ceil: "floor", round: "floor", trunc: "ceil", min: "max", max: "min" },
  ...{ some: "every", every: "some" },
};

/** Words and operators of SQL with what turns each round; the first that fits a place counts. */
const SQL: readonly (readonly [found: RegExp, text: string])[] = [
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<!\bnot )\bexists\b/g, "not exists"],
  [/\bnot in\b/g, "in"],
  [/(?<!\bnot )\bin(?= [($]|\($)/g, "not in"],
  [/(?<!\bbetween [^;]*)\band\b/g, "or"],
  [/(?<!\binsert )\bor\b/g, "and"],
  [/(?<=\s)=(?=\s)/g, "<>"],
  [/(?<=\s)<>(?=\s)/g, "="],
  [/(?<=\s)<(?=\s)/g, "<="],
  [/(?<=\s)<=(?=\s)/g, "<"],
  [/(?<=\s)>(?=\s)/g, ">="],
  [/(?<=\s)>=(?=\s)/g, ">"],
  [/\bmin(?=\()/g, "max"],
  [/\bmax(?=\()/g, "min"],
  [/\bdesc\b/g, "asc"],
];
/** The last of these words before a `=` says whether it compares or assigns. */
const BEFORE_EQUALS = /\b(set|values|where|on|and|or|when|case|having|select|if|iif)\b/g;

const JUMPS = ["ReturnStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"];
const GUARD = /^(assert|guard|check|refuse|require)[A-Z]?\w*$/;
const permissions: readonly string[] = SYSTEM_PERMISSIONS;

/** Whether a branch leaves: an `if` without `else` before it is a guard. */
const leaves = (node: Node): boolean =>
  JUMPS.includes(node.type) ||
  (node.type === "BlockStatement" && JUMPS.includes(node.body.at(-1)?.type ?? ""));

function nameOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier"
    ? callee.property.name
    : "";
}

/** Every change of a file: one guard, condition, `where`, permission or rounding removed or turned round. */
export function mutate(path: string, source: string): Mutant[] {
  const edits: Edit[] = [];
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const change = (at: { start: number; end: number }, text: string) =>
    edits.push({ start: at.start, end: at.end, text });

  /** Turns round a word or operator that stands between two offsets. */
  const swapBetween = (word: string, from: number, to: number) => {
    const start = from + source.slice(from, to).indexOf(word);
    if (SWAPPED[word]) change({ start, end: start + word.length }, SWAPPED[word]);
  };
  const turnRound = (test: Node) => {
    const isSwapped = test.type === "BinaryExpression" && SWAPPED[test.operator];
    const isNegated = test.type === "UnaryExpression" && test.operator === "!";
    if (!isSwapped && !isNegated && test.type !== "LogicalExpression") change(test, `!(${textOf(test)})`);
  };
  /** Leaves out one of several arguments or elements. */
  const leaveOut = (list: readonly Node[], isLeftOut: (node: Node) => boolean) => {
    const [first, last] = [list[0], list.at(-1)];
    if (!first || !last) return;
    for (const each of list.filter(isLeftOut)) {
      const rest = list.filter((other) => other !== each).map(textOf);
      change({ start: first.start, end: last.end }, rest.join(", "));
    }
  };
  const isGuard = (node: Node): boolean => {
    if (node.type === "AwaitExpression" || node.type === "SpreadElement") return isGuard(node.argument);
    return node.type === "CallExpression" && GUARD.test(nameOf(node.callee));
  };

  const visitor: VisitorObject = {
    IfStatement({ test, consequent, alternate }) {
      if (!alternate && leaves(consequent)) change(test, "false");
      else turnRound(test);
    },
    ConditionalExpression({ test }) {
      turnRound(test);
    },
    BinaryExpression({ operator, left, right }) {
      swapBetween(operator, left.end, right.start);
    },
    LogicalExpression(node) {
      if (node.operator === "??") return;
      change(node, textOf(node.left));
      change(node, textOf(node.right));
    },
    UnaryExpression(node) {
      if (node.operator === "!") change(node, `!${textOf(node)}`);
    },
    ExpressionStatement(node) {
      if (isGuard(node.expression)) change(node, ";");
    },
    ArrayExpression({ elements }) {
      const present = elements.filter((each) => each !== null);
      leaveOut(present, isGuard);
    },
    CallExpression(node) {
      const { callee } = node;
      const name = nameOf(callee);
      if ((name === "and" || name === "or") && node.arguments.length > 1)
        leaveOut(node.arguments, () => true);
      if (callee.type !== "MemberExpression") return;
      if (name === "where" || name === "filter") change({ start: callee.object.end, end: node.end }, "");
      else if (textOf(callee.object) === "Math" || name === "some" || name === "every")
        swapBetween(name, callee.property.start, callee.property.end);
    },
    Literal(node) {
      const at = typeof node.value === "string" ? permissions.indexOf(node.value) : -1;
      if (at >= 0) change(node, JSON.stringify(permissions[(at + 1) % permissions.length]));
    },
    ReturnStatement({ argument }) {
      if (argument?.type === "Literal" && typeof argument.value === "boolean")
        change(argument, String(!argument.value));
    },
    ArrowFunctionExpression({ body }) {
      if (body.type === "Literal" && typeof body.value === "boolean") change(body, String(!body.value));
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      for (const part of quasi.quasis)
        for (const [found, text] of SQL)
          for (const { index, 0: word } of textOf(part).matchAll(found)) {
            const start = part.start + index;
            const before = source.slice(quasi.start, start).match(BEFORE_EQUALS)?.at(-1);
            if (word === "=" && (before === "set" || before === "values")) continue;
            change({ start, end: start + word.length }, text);
          }
    },
  };
  new Visitor(visitor).visit(parseSync(path, source).program);
  const distinct = new Map(edits.map((each) => [`${each.start} ${each.end} ${each.text}`, each]));
  return [...distinct.values()]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((each) => ({
      path,
      line: source.slice(0, each.start).split("\n").length,
      ...each,
      shown: show(source, each),
    }));
}

export const applied = (source: string, { start, end, text }: Edit) =>
  source.slice(0, start) + text + source.slice(end);

/** The changed lines, before and after, each on one line. */
function show(source: string, edit: Edit): string {
  const from = source.lastIndexOf("\n", edit.start) + 1;
  const [after, before] = [applied(source, edit), source].map((text) => {
    const end = edit.end + text.length - source.length;
    const to = text.indexOf("\n", end);
    return text
      .slice(from, to < 0 ? undefined : to)
      .trim()
      .replace(/\s+/g, " ");
  });
  return `${before} → ${after}`;
}

/** Puts a list into an order that the seed alone decides (Fisher and Yates, with mulberry32). */
export function shuffled<Item>(list: readonly Item[], seed: number): Item[] {
  const result = [...list];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = result.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [result[at], result[last]] = [result[last] as Item, result[at] as Item];
  }
  return result;
}
