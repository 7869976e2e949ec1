import type { Env } from "../../lib/env.ts";
import { logWarning } from "../../lib/log.ts";
import { checkBeforeCall } from "../../lib/outgoing/before-call.ts";
import { instantOf } from "../../lib/wire.schema.ts";
import { rsiErrors } from "./rsi.errors.ts";
import { HANDLE } from "./rsi.schema.ts";

export type Dossier = {
  /** In RSI's spelling. */
  handle: string;
  /** Null for an account without a record number. */
  recordNumber: number | null;
  /** A day, `YYYY-MM-DD`. */
  enlistedDate: string | null;
  location: string | null;
  bio: string;
};

type Entry = { label: string; value: string; isBio: boolean };

const LOCATION_LENGTH = 100;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes entities, which HTMLRewriter does not. */
const decode = (raw: string): string =>
  raw.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });

const clean = (raw: string): string => decode(raw).replace(/\s+/gu, " ").trim();

/** Characters similar to the code's hyphen, which keyboards and editors insert instead. */
const HYPHENS = /[\p{Pd}\u2212\u00ad\u02d7\u2043]/gu;

/** Whether a bio contains a code, in upper or lower case, with other hyphens, wide letters or invisible characters in it. */
export const holdsCode = (bio: string, code: string): boolean =>
  bio
    .normalize("NFKC")
    .replace(HYPHENS, "-")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase()
    .includes(code);

/** Parses a date in RSI's English format, such as "Mar 14, 2015"; null for anything else. */
function dayOf(text: string): string | null {
  const [, month = "", day, year] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})$/.exec(text) ?? [];
  const at = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month);
  if (!month || at < 0 || at % 3 > 0) return null;
  const date = new Date(Date.UTC(Number(year), at / 3, Number(day)));
  return date.getUTCDate() === Number(day) ? (instantOf(date.toISOString())?.slice(0, 10) ?? null) : null;
}

/** Most characters of a bio that are read: normalizing a long text may take long. */
const BIO_LENGTH = 20_000;

/** Reads a citizen's public profile, by label and element. Null for an incomplete or other page. */
export async function readDossier(page: Blob | ReadableStream<Uint8Array>): Promise<Dossier | null> {
  const entries: Entry[] = [];
  const ended = new Set<string>();
  let open: Entry | null = null;
  const noteEnd = (name: string) => ({
    element: (element: Element) => element.onEndTag(() => void ended.add(name)),
  });
  const add = (part: "label" | "value") => ({
    text({ text }: Text) {
      if (open) open[part] += text;
    },
  });
  const rewriter = new HTMLRewriter()
    .on("html", noteEnd("page"))
    .on("#public-profile", noteEnd("profile"))
    .on("#public-profile .entry", {
      element(element) {
        const classes = (element.getAttribute("class") ?? "").split(/\s+/);
        const entry = { label: "", value: "", isBio: classes.includes("bio") };
        open = entry;
        entries.push(entry);
        element.onEndTag(() => {
          if (open === entry) open = null;
        });
      },
    })
    // A line break separates words.
    .on("#public-profile .entry .value br", {
      element() {
        if (open) open.value += " ";
      },
    })
    .on("#public-profile .entry .label", add("label"))
    .on("#public-profile .entry .value", add("value"));
  await rewriter.transform(new Response(page)).arrayBuffer();

  const valuesOf = (label: string) =>
    entries.filter((each) => clean(each.label).toLowerCase() === label).map(({ value }) => clean(value));
  const [handle, ...others] = valuesOf("handle name");
  const [record] = valuesOf("uee citizen record");
  if (ended.size < 2 || !handle || !HANDLE.test(handle) || others.length > 0 || record === undefined)
    return null;
  const [enlisted = ""] = valuesOf("enlisted");
  const [location = ""] = valuesOf("location");
  const bio = entries.find(({ isBio, label }) => isBio || clean(label).toLowerCase() === "bio");
  return {
    handle,
    recordNumber: /^#\d{1,15}$/.test(record) ? Number(record.slice(1)) : null,
    enlistedDate: dayOf(enlisted),
    location: location.replace(/ ?, ?/g, ", ").slice(0, LOCATION_LENGTH) || null,
    bio: clean(bio?.value ?? "").slice(0, BIO_LENGTH),
  };
}

const LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };
const REDIRECTS = 3;

/** The address of a citizen's public profile in English; null while RSI is not set up. */
export const profileUrl = ({ RSI_URL }: Pick<Env, "RSI_URL">, handle: string): string | null =>
  RSI_URL ? `${RSI_URL}/en/citizens/${encodeURIComponent(handle)}` : null;

/** Reads a page completely. @throws Error for one that is larger */
async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("The page is too large.");
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** Follows up to REDIRECTS redirects on the site's own host. */
async function get(url: string, env: Pick<Env, "APP_URL">, signal: AbortSignal): Promise<Response> {
  await checkBeforeCall();
  const agent = `CommandCentre/1.0 (+${env.APP_URL})`;
  const headers = { Accept: "text/html", "Accept-Language": "en", "User-Agent": agent };
  for (let at = url, left = REDIRECTS; ; left--) {
    const response = await fetch(at, { headers, redirect: "manual", signal });
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, at);
    if (left === 0 || next.origin !== new URL(url).origin) throw new Error("The page leads elsewhere.");
    at = next.href;
  }
}

/**
 * Reads a citizen's public profile from RSI, null for an unknown citizen.
 * @throws AppError rsi_unavailable for any other answer: a refusal, an error, none within 8 s, more than 1 MB, another page
 */
export async function readCitizen(
  env: Pick<Env, "APP_URL">,
  url: string,
  { timeoutMs, maxBytes } = LIMITS,
): Promise<Dossier | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await get(url, env, signal);
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new Error(`RSI answered ${response.status}.`);
    }
    const dossier = await readDossier(await readAll(response.body, maxBytes));
    if (!dossier) throw new Error("The page is no whole profile.");
    return dossier;
  } catch (error) {
    logWarning("readCitizen", {}, error);
    throw rsiErrors.rsi_unavailable();
  }
}
