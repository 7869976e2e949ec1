import { instantOf } from "../../lib/wire.schema.ts";
import { HANDLE } from "./rsi.schema.ts";

/** What a citizen's public profile says. */
export type Dossier = {
  /** As RSI spells it. */
  handle: string;
  /** Null for an account without one. */
  recordNumber: number | null;
  /** A day, `YYYY-MM-DD`. */
  enlistedDate: string | null;
  location: string | null;
  /** Empty where there is none. */
  bio: string;
};

/** A row of the profile: a label and its value, as they stand in the page. */
type Entry = { label: string; value: string; isBio: boolean };

const LOCATION_LENGTH = 100;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** HTMLRewriter hands on text as it stands in the page. */
const decode = (raw: string): string =>
  raw.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });

const clean = (raw: string): string => decode(raw).replace(/\s+/gu, " ").trim();

/** The day of a date as RSI writes it in English, such as "Mar 14, 2015"; null for anything else. */
function dayOf(text: string): string | null {
  const [, month = "", day, year] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})$/.exec(text) ?? [];
  const at = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month);
  if (!month || at < 0 || at % 3 > 0) return null;
  const date = new Date(Date.UTC(Number(year), at / 3, Number(day)));
  return date.getUTCDate() === Number(day) ? (instantOf(date.toISOString())?.slice(0, 10) ?? null) : null;
}

/** Reads a citizen's public profile, by label and element. Null for a page that is not a whole profile, to its last tag. */
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
    // What breaks a line in a value parts its words.
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
  const isProfile =
    handle !== undefined && HANDLE.test(handle) && others.length === 0 && record !== undefined;
  if (ended.size < 2 || !isProfile) return null;
  const [enlisted = ""] = valuesOf("enlisted");
  const [location = ""] = valuesOf("location");
  const bio = entries.find(({ isBio, label }) => isBio || clean(label).toLowerCase() === "bio");
  return {
    handle,
    recordNumber: /^#\d{1,15}$/.test(record) ? Number(record.slice(1)) : null,
    enlistedDate: dayOf(enlisted),
    location: location.replace(/ ?, ?/g, ", ").slice(0, LOCATION_LENGTH) || null,
    bio: clean(bio?.value ?? ""),
  };
}
