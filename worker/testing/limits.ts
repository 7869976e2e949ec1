/** D1's limits, which the local D1 does not enforce. https://developers.cloudflare.com/d1/platform/limits/ */
const MOST = { parameters: 100, statementBytes: 100_000, rowBytes: 2_000_000, functionArguments: 32 };

/** Functions that take any number of arguments. */
const VARIADIC =
  /^(char|coalesce|concat|concat_ws|date|datetime|format|iif|json_(array|extract|insert|object|remove|replace|set)|julianday|max|min|printf|strftime|time|unixepoch)$/;
/** Functions that write a number into text or JSON. */
const WRITING =
  /^(concat|concat_ws|format|group_concat|json_(array|group_array|group_object|insert|object|quote|replace|set)|printf|quote|replace)$/;
/** Matches statements that may write a value into text or JSON; parsing all others would take the tests seconds. */
const MAY_WRITE = /\|\||->|\bas\s+text|concat|format|json_|printf|quote|replace/i;
/** Functions that return one of their arguments, and plain brackets. */
const PASSING = /^(coalesce|ifnull|iif|max|min|nullif)?$/;
/** Tokens beside a value that pass it on into the surrounding expression. */
const BESIDE = new Set(["", ",", "+", "-", "*", "then", "else", "end"]);

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|\/\*[\s\S]*?\*\/|\?\d*|->>?|\|\||[<>=!]+|\w+|\S/g;

/** The contents of brackets, with the name of the function before them. */
type Brackets = { name: string; parts: (string | Brackets)[]; around: Brackets | null };

const at = ({ parts }: Brackets, place: number): string => {
  const part = parts[place] ?? "";
  return typeof part === "string" ? part : "()";
};

/** Whether a value becomes text or a part of JSON. @param from the place of its first token in the brackets, `to` of its last */
function isWritten(brackets: Brackets, from: number, to = from): boolean {
  const [before, after] = [at(brackets, from - 1), at(brackets, to + 1)];
  if (before === "||" || after === "||" || before.startsWith("->")) return true;
  const { name, around } = brackets;
  if (name === "cast") return after === "as" && at(brackets, to + 2) === "text";
  if (!BESIDE.has(before) || !BESIDE.has(after)) return false;
  if (WRITING.test(name)) return true;
  if (!around || !PASSING.test(name)) return false;
  const place = around.parts.indexOf(brackets);
  return isWritten(around, name ? place - 1 : place, place);
}

/** Bytes in UTF-8, which are counted only for a text that could have more than `most`. */
const isLonger = (text: string, most: number) =>
  text.length * 3 > most && new TextEncoder().encode(text).length > most;

/** Reads a statement: which of its parameters, counted from 1, become text or a part of JSON. */
function read(sql: string): ReadonlySet<number> {
  if (isLonger(sql, MOST.statementBytes)) throw new Error("a statement longer than D1's 100 KB");
  if (!MAY_WRITE.test(sql) && sql.split(",").length <= MOST.functionArguments) return new Set();
  const parameters: [number: number, brackets: Brackets, place: number][] = [];
  let brackets: Brackets = { name: "", parts: [], around: null };
  let last = 0;
  for (const token of sql.toLowerCase().match(TOKENS) ?? []) {
    const { parts, name, around } = brackets;
    if (token === "(") {
      const before = at(brackets, parts.length - 1);
      brackets = { name: /^\w+$/.test(before) ? before : "", parts: [], around: brackets };
      parts.push(brackets);
    } else if (token === ")" && around) {
      const count = parts.filter((part) => part === ",").length + 1;
      if (VARIADIC.test(name) && count > MOST.functionArguments)
        throw new Error(`${count} arguments of ${name}: D1 takes ${MOST.functionArguments}`);
      brackets = around;
    } else if (!/^(--|\/\*)/.test(token)) {
      if (token.startsWith("?")) {
        const number = Number(token.slice(1)) || last + 1;
        parameters.push([number, brackets, parts.length]);
        last = Math.max(last, number);
      }
      parts.push(token);
    }
  }
  return new Set(parameters.flatMap(([number, ...place]) => (isWritten(...place) ? [number] : [])));
}

const known = new Map<string, ReadonlySet<number>>();

/** @throws Error for a statement that D1 does not take in production */
export function assertTaken(sql: string): ReadonlySet<number> {
  const written = known.get(sql) ?? read(sql);
  known.set(sql, written);
  return written;
}

/** @throws Error for values of one row that are larger than one of D1 */
export function assertRow(values: readonly unknown[]): void {
  const length = values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  if (length * 3 <= MOST.rowBytes) return;
  const texts = values.filter((value) => typeof value === "string");
  if (isLonger(texts.join(""), MOST.rowBytes)) throw new Error("a row over D1's 2 MB");
}

/**
 * @throws Error for parameters that D1 does not take in production, and for a number or boolean that becomes text or a part of
 *   JSON: D1 binds each as a real, so that 5 reads 5.0 there. Write `cast(? as integer)`, or bind a text.
 */
export function assertBound(sql: string, values: readonly unknown[]): void {
  const written = assertTaken(sql);
  if (values.length > MOST.parameters)
    throw new Error(`${values.length} parameters: D1 takes ${MOST.parameters}`);
  for (const value of values) if (typeof value === "string") assertRow([value]);
  const isReal = (value: unknown) => typeof value === "number" || typeof value === "boolean";
  if (written.size === 0) return;
  const wrong = values.flatMap((value, index) => (isReal(value) && written.has(index + 1) ? [value] : []));
  if (wrong.length > 0)
    throw new Error(
      `${wrong.join(", ")} of a statement would read ${wrong.map(Number).join(".0, ")}.0: ${sql}`,
    );
}

/** Asserts the limits for statements through a session, as the product sends all of its own, and not for those of tests. */
export function limit(database: D1Database): void {
  const withSession = database.withSession.bind(database);
  database.withSession = (bookmark) => {
    const session = withSession(bookmark);
    const prepare = session.prepare.bind(session);
    session.prepare = (sql) => {
      assertTaken(sql);
      const statement = prepare(sql);
      const bind = statement.bind.bind(statement);
      statement.bind = (...values) => {
        assertBound(sql, values);
        return bind(...values);
      };
      return statement;
    };
    return session;
  };
}
