import fc from "fast-check";
import { expect, it } from "vitest";
import { type Dossier, readDossier } from "./citizen.ts";

const CODE = "CC-7QK4M2XR";

/** A page as bytes, in pieces that begin anywhere, also within a character. */
function inPieces(html: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(html);
  const at = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
  return new ReadableStream({
    start(controller) {
      for (const [index, from] of at.entries()) {
        const piece = bytes.slice(from, at[index + 1]);
        if (piece.length > 0) controller.enqueue(piece);
      }
      controller.close();
    },
  });
}

const read = (html: string, cuts: readonly number[] = []) => readDossier(inPieces(html, cuts));

/** Variants of the same HTML: attributes, other classes, spaces, entities. */
type Spelling = { swap: boolean; junk: string; space: string; entities: "decimal" | "hex" | "named" };

const spelling: fc.Arbitrary<Spelling> = fc.record({
  swap: fc.boolean(),
  junk: fc.constantFrom("", "data7", "data13 clearfix"),
  space: fc.constantFrom("", " ", "\n      ", "\t"),
  entities: fc.constantFrom("decimal", "hex", "named"),
});

const NAMES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const encode = (text: string, { entities }: Spelling) =>
  text.replace(/[&<>"']/g, (sign) => {
    const code = sign.charCodeAt(0);
    return entities === "named"
      ? `&${NAMES[sign]};`
      : entities === "hex"
        ? `&#x${code.toString(16)};`
        : `&#${code};`;
  });

/** An element with a class; the attributes stand in any order. */
const tag = (name: string, classes: string, content: string, { swap, junk }: Spelling) => {
  const attributes = [`class="${[junk, classes].filter(Boolean).join(" ")}"`, `data-x="<b class='value'>"`];
  return `<${name} ${(swap ? attributes.reverse() : attributes).join("  ")}>${content}</${name}>`;
};

/** The values on a page; null for an omitted row. */
type Shown = {
  handle: string | null;
  record: string | null;
  enlisted: string | null;
  location: string | null;
  bio: string | null;
  /** Text in all other places of the page. */
  elsewhere: string;
};

function page(shown: Shown, how: Spelling): string {
  const { space } = how;
  const value = (name: string, text: string) => tag(name, "value", space + encode(text, how) + space, how);
  const label = (text: string) => tag("span", "label", space + text + space, how);
  const row = (name: string, text: string | null) =>
    text === null ? "" : tag("p", "entry", label(name) + space + value("strong", text), how);
  const other = encode(shown.elsewhere, how);
  const bio = shown.bio === null ? "" : tag("div", "entry bio", label("Bio") + value("div", shown.bio), how);
  const record =
    shown.record === null
      ? ""
      : tag("p", "entry citizen-record", label("UEE Citizen Record") + value("strong", shown.record), how);
  return `<!DOCTYPE html><html lang="en"><head><title>${other}</title><meta content="${other}">
    <script>var a = "<div class='entry bio'><div class='value'>${shown.elsewhere.replace(/[<&]/g, "")}</div>";</script></head>
    <body><!-- ${shown.elsewhere.replaceAll("-->", "")} <div class="entry bio"><div class="value">${CODE}</div></div> -->
    <div class="entry bio"><span class="label">Bio</span><div class="value">${other}</div></div>
    <h1 title="${other}">CITIZEN DOSSIER</h1><div id="public-profile" data-bio="${other}">
    <div class="tabs">${other}<a class="value" href="#${other}">${other}</a></div>
    ${record}${tag("p", "entry", value("strong", shown.elsewhere), how)}${row("Handle name", shown.handle)}
    <div class="main-org"><p class="entry"><a class="value">${other}</a></p>${row("Organization rank", shown.elsewhere)}</div>
    ${row("Enlisted", shown.enlisted)}${row("Location", shown.location)}${row("Fluency", shown.elsewhere)}${bio}
    <p class="biography value">${other}</p></div>
    <article class="entry bio"><span class="label">Handle name</span><p class="value">${other}</p></article>
    <footer>${other}</footer></body></html>`;
}

const words = fc.string({ unit: fc.constantFrom(..."abc & <b>'\"-æ🚀;#x CC7"), maxLength: 40 });
const elsewhere = fc.oneof(fc.constant(CODE), words, fc.constant("Handle name"), fc.constant("Bio"));
const shown = fc.record<Shown>({
  handle: fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/),
  record: fc.constantFrom("#12345", "#1", "n/a"),
  enlisted: fc.option(fc.constantFrom("Mar 14, 2015", "Feb 3, 2021", "REDACTED", "Feb 31, 2021")),
  location: fc.option(fc.constantFrom("Denmark ,\n        Zealand", "Sweden", "Trinidad & Tobago")),
  bio: fc.option(words),
  elsewhere,
});
const cuts = fc.array(fc.nat({ max: 100_000 }), { maxLength: 8 });

const DAYS: Record<string, string> = { "Mar 14, 2015": "2015-03-14", "Feb 3, 2021": "2021-02-03" };
const expected = (citizen: Shown): Dossier => ({
  handle: citizen.handle ?? "",
  recordNumber: citizen.record?.startsWith("#") ? Number(citizen.record.slice(1)) : null,
  enlistedDate: DAYS[citizen.enlisted ?? ""] ?? null,
  location: citizen.location?.replace(/\s*,\s*/, ", ") ?? null,
  bio: (citizen.bio ?? "").replace(/\s+/g, " ").trim(),
});

it("reads the value of each label, with any spelling of the HTML and in any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(shown, spelling, cuts, async (citizen, how, at) => {
      expect(await read(page(citizen, how), at)).toEqual(expected(citizen));
    }),
  );
});

it("does not read a code outside the bio as part of it", async () => {
  await fc.assert(
    fc.asyncProperty(shown, spelling, cuts, async (citizen, how, at) => {
      const bio = citizen.bio?.includes(CODE) ? null : citizen.bio;
      const dossier = await read(page({ ...citizen, bio, elsewhere: CODE }, how), at);
      expect(dossier?.bio).not.toContain(CODE);
    }),
  );
});

it("finds the code in the bio, with any text around it and in any chunks", async () => {
  await fc.assert(
    fc.asyncProperty(shown, words, words, spelling, cuts, async (citizen, before, after, how, at) => {
      const dossier = await read(page({ ...citizen, bio: before + CODE + after }, how), at);
      expect(dossier?.bio).toContain(CODE);
    }),
  );
});

it("returns null for a page that is cut anywhere", async () => {
  await fc.assert(
    fc.asyncProperty(
      shown,
      spelling,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (citizen, how, part) => {
        const whole = page({ ...citizen, bio: CODE }, how);
        expect(await read(whole.slice(0, Math.floor((whole.length - 1) * part)))).toBeNull();
      },
    ),
  );
});

it("returns null for a page without the fields of every profile", async () => {
  const plain: Spelling = { swap: false, junk: "", space: "", entities: "decimal" };
  const citizen: Shown = {
    handle: "Vega",
    record: "#7",
    enlisted: null,
    location: null,
    bio: CODE,
    elsewhere: "",
  };
  const whole = page(citizen, plain);
  expect(await read(whole)).toMatchObject({ handle: "Vega", recordNumber: 7, bio: CODE });
  const lacking = {
    handle: page({ ...citizen, handle: null }, plain),
    record: page({ ...citizen, record: null }, plain),
    profile: whole.replace('id="public-profile"', 'id="profile"'),
    "one handle": whole.replace(">Organization rank<", ">Handle name<"),
    end: whole.replace("</html>", '<p class="entry">'),
    "anything of it": "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>",
    anything: "",
  };
  for (const [what, html] of Object.entries(lacking)) expect([what, await read(html)]).toEqual([what, null]);
});

it("reads line breaks in the bio as spaces, and a bio by its label alone", async () => {
  const html = `<html><body><div id="public-profile"><p class="entry"><span class="label">UEE Citizen Record</span>
    <strong class="value">n/a</strong></p><p class="entry"><span class="label">Handle name</span><strong class="value">A</strong></p>
    <div class="entry"><span class="label">Bio</span><div class="value">one<br />two<br><a href="#">CC&#45;7QK4</a>M2XR &notanentity;</div></div>
    </div></body></html>`;
  expect((await read(html))?.bio).toBe("one two CC-7QK4M2XR &notanentity;");
});
