/** What a failed request told us; status 0 when no answer came at all. */
export type Problem = {
  status: number;
  /** The server's error code; `network_error` without an answer, `unknown` for an answer that is none of ours. */
  code: string;
  /** A sentence in the reader's language. */
  detail: string;
  /** Sentences by field, where a form was wrong. */
  errors: Record<string, string[]>;
  /** The record as it is now, with an edit that was based on an older one (409 `stale_version`). */
  current: unknown;
  requestId: string | null;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function fieldErrors(value: unknown): Record<string, string[]> {
  const entries = Object.entries(isRecord(value) ? value : {})
    .map(([field, sentences]) => [field, [sentences].flat().filter(isText)] as const)
    .filter(([, sentences]) => sentences.length > 0);
  return Object.fromEntries(entries);
}

/** Reads a problem document (RFC 9457). A body that is none, such as a proxy's HTML page, gives `fallback`. */
export function readProblem(status: number, body: unknown, fallback: string): Problem {
  const { code, detail, title, errors, current, requestId } = isRecord(body) ? body : {};
  return {
    status,
    code: isText(code) ? code : "unknown",
    detail: isText(detail) ? detail : isText(title) ? title : fallback,
    errors: fieldErrors(errors),
    current: current ?? null,
    requestId: isText(requestId) ? requestId : null,
  };
}

/** The address of the next page out of a `Link` header, null on the last page. */
export function nextPage(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /<([^>]*)>(.*)/.exec(part);
    if (match?.[1] && /;\s*rel="?next"?/i.test(match[2] ?? "")) {
      const url = new URL(match[1], "http://here.invalid");
      return url.pathname + url.search;
    }
  }
  return null;
}

/** A path with its query; values that are empty, null or undefined are left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | null | undefined>,
): string {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return said.length > 0 ? `${path}?${new URLSearchParams(said)}` : path;
}
