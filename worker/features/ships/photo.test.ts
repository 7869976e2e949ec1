import { afterAll, describe, expect, it } from "vitest";
import { sniffType } from "../../lib/picture-type.ts";
import { controlUex } from "../../testing/uex.ts";
import { settings as current, nobody, person } from "../../testing/world.ts";
import { fetchPhoto, getPhoto, type Send } from "./photo.ts";
import { photoAddress } from "./photo-hosts.ts";

const HOST = "https://assets.uexcorp.space";
const GOOD = `${HOST}/img/vehicles/1/cover.jpg`;
const MB = 1024 * 1024;

const bytesOf = (...first: (number | string)[]) =>
  Uint8Array.from(
    first.flatMap((each) => (typeof each === "number" ? each : [...each].map((c) => c.charCodeAt(0)))),
  );
const JPEG = bytesOf(0xff, 0xd8, 0xff, 0xe0, "JFIF");
const PICTURES: Record<string, Uint8Array<ArrayBuffer>> = {
  "image/jpeg": JPEG,
  "image/png": bytesOf(0x89, "PNG\r\n", 0x1a, "\n", "IHDR"),
  "image/gif": bytesOf("GIF89a....."),
  "image/webp": bytesOf("RIFF....WEBPVP8 "),
  "image/avif": bytesOf(0, 0, 0, 28, "ftypavif...."),
};

type Place = () => Response;
const picture =
  (body: BodyInit | null = JPEG, type = "image/jpeg", headers: Record<string, string> = {}): Place =>
  () =>
    new Response(body, { headers: { "Content-Type": type, ...headers } });
const redirect =
  (location: string, status = 302): Place =>
  () =>
    new Response(null, { status, headers: { Location: location } });
const photoOf =
  (status: number): Place =>
  () =>
    new Response("<html>", { status });

/** A network in which only these addresses answer; it records the requests. */
function network(places: Record<string, Place>) {
  const asked: string[] = [];
  const send: Send = async (url) => {
    asked.push(url);
    const place = places[url];
    if (!place) throw new Error(`nothing is at ${url}`);
    return place();
  };
  return { asked, send };
}

const env = { ...current(), UEX_PHOTO_URL: "" };
const fetched = (places: Record<string, Place>, url = GOOD, timeoutMs = 5_000) => {
  const { asked, send } = network(places);
  const address = photoAddress(url);
  if (!address) throw new Error(`refused: ${url}`);
  return fetchPhoto(env, address, 640, { send, timeoutMs }).then((found) => ({ found, asked }));
};

describe("addresses of photos", () => {
  const refused = [
    "",
    "cover.jpg",
    "//assets.uexcorp.space/a.jpg",
    "http://assets.uexcorp.space/a.jpg",
    "ftp://assets.uexcorp.space/a.jpg",
    "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
    "javascript:alert(1)",
    "blob:https://assets.uexcorp.space/1",
    "https://user@assets.uexcorp.space/a.jpg",
    "https://user:password@assets.uexcorp.space/a.jpg",
    "https://assets.uexcorp.space@evil.example/a.jpg",
    "https://assets.uexcorp.space:8443/a.jpg",
    "https://assets.uexcorp.space:80/a.jpg",
    "https://assets.uexcorp.space.evil.example/a.jpg",
    "https://evil-assets.uexcorp.space/a.jpg",
    "https://a.assets.uexcorp.space/a.jpg",
    "https://uexcorp.space/a.jpg",
    "https://assets.uexcorp.space./a.jpg",
    "https://assets.uexcorp.spac\u0435/a.jpg",
    "https://xn--assets-uexcorp-space.example/a.jpg",
    "https://xn--ssets-7fd.uexcorp.space/a.jpg",
    "https://robertsspaceindustries.com.example/a.jpg",
    "https://evil.example/https://assets.uexcorp.space/a.jpg",
    "https://evil.example?https://assets.uexcorp.space/a.jpg",
    "https://evil.example#@assets.uexcorp.space/a.jpg",
    "https://evil.example\\@assets.uexcorp.space/a.jpg",
    "https://localhost/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://2130706433/a.jpg",
    "https://0x7f000001/a.jpg",
    "https://0177.0.0.1/a.jpg",
    "https://127.1/a.jpg",
    "https://[::1]/a.jpg",
    "https://[::ffff:127.0.0.1]/a.jpg",
    "https://[::ffff:7f00:1]/a.jpg",
    "https://169.254.169.254/latest/meta-data",
    "https://metadata.google.internal/a.jpg",
    "https://assets.uexcorp.space\u0000.evil.example/a.jpg",
    "https://assets.uexcorp.space%00.evil.example/a.jpg",
    "https://assets.uexcorp.space%2eevil.example/a.jpg",
  ];
  it("are refused without a request unless they are https addresses of the known hosts", async () => {
    const member = await person("member");
    await controlUex("requests/clear", {});
    const wrong: unknown[] = [];
    for (const url of refused) {
      const { asked, send } = network({});
      const isRefused = await getPhoto({ env }, { url, w: 640 }, send).then(
        () => false,
        ({ code }) => code === "photo_refused",
      );
      if (!isRefused || asked.length) wrong.push([url, asked]);
      const answer = await member.call("GET", `/api/uex/image-proxy?url=${encodeURIComponent(url)}`);
      if (answer.status !== 400) wrong.push([url, answer.status]);
    }
    expect(wrong).toEqual([]);
    expect(await controlUex("requests")).toEqual([]);
  });

  it("are compared as the URL parser reads them", () => {
    const plain = (url: string) => photoAddress(url)?.href;
    expect(plain("HTTPS://ASSETS.UEXCORP.SPACE:443/a.jpg#x")).toBe(`${HOST}/a.jpg`);
    expect(plain("https://cdn.uexcorp.space/../a.jpg?v=1")).toBe("https://cdn.uexcorp.space/a.jpg?v=1");
    expect(plain("https://media.robertsspaceindustries.com/a")).toBe(
      "https://media.robertsspaceindustries.com/a",
    );
    expect(plain("https://robertsspaceindustries.com/a")).toBe("https://robertsspaceindustries.com/a");
  });
});

describe("redirects", () => {
  it("are followed three times at the photo's own host", async () => {
    const places = {
      [GOOD]: redirect(`${HOST}/1`, 301),
      [`${HOST}/1`]: redirect("/2", 307),
      [`${HOST}/2`]: redirect("//assets.uexcorp.space/3", 308),
      [`${HOST}/3`]: picture(),
    };
    const { found, asked } = await fetched(places);
    expect(found).toMatchObject({ type: "image/jpeg" });
    expect(asked).toEqual(Object.keys(places));
  });

  const elsewhere = [
    "https://evil.example/a.jpg",
    "//evil.example/a.jpg",
    // A different known host counts as another host, too.
    "https://cdn.uexcorp.space/a.jpg",
    "https://media.robertsspaceindustries.com/a.jpg",
    "http://assets.uexcorp.space/img/vehicles/1/cover.jpg",
    "https://localhost/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::ffff:127.0.0.1]/a.jpg",
    "https://user@assets.uexcorp.space/a.jpg",
    "https://assets.uexcorp.space:8443/a.jpg",
    "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
    "",
  ];
  it("to other hosts are not followed", async () => {
    const outcomes = elsewhere.map((location) =>
      fetched({ [GOOD]: redirect(location), [location]: picture() }),
    );
    const refused = { found: { problem: "photo_unusable" }, asked: [GOOD] };
    expect(await Promise.all(outcomes)).toEqual(elsewhere.map(() => refused));
  });

  it("end in a loop", async () => {
    const { found, asked } = await fetched({ [GOOD]: redirect(`${HOST}/b`), [`${HOST}/b`]: redirect(GOOD) });
    expect(found).toMatchObject({ problem: "photo_unusable" });
    expect(asked).toHaveLength(4);
  });
});

/** A body that never ends; null for one that stops after its beginning. */
const endless = (chunk: Uint8Array | null) => {
  let first = true;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (first) controller.enqueue(JPEG);
      else if (chunk) controller.enqueue(chunk);
      else return new Promise(() => {});
      first = false;
      return undefined;
    },
  });
};

describe("the body of a photo", () => {
  it("gets the type of its first bytes, whatever picture type it claims", async () => {
    for (const [type, bytes] of Object.entries(PICTURES)) {
      const { found } = await fetched({ [GOOD]: picture(bytes, "Image/PNG; charset=binary") });
      expect(found).toEqual({ bytes, type });
      expect(sniffType(bytes.subarray(0, 2))).toBeUndefined();
    }
  });

  const big = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(JPEG);
    return bytes;
  };
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [string, Place, string][] = [
    ["an SVG", picture(SVG, "image/svg+xml"), "photo_unusable"],
    ["an SVG as JPEG", picture(SVG), "photo_unusable"],
    ["a web page as JPEG", picture("<!doctype html><script>alert(1)</script>"), "photo_unusable"],
    ["a picture as a web page", picture(JPEG, "text/html"), "photo_unusable"],
    ["a picture without a type", () => new Response(JPEG), "photo_unusable"],
    ["nothing", picture(null), "photo_unusable"],
    ["an empty picture", picture(""), "photo_unusable"],
    ["one byte too much", picture(big(5 * MB + 1)), "photo_unusable"],
    [
      "too much by its own word",
      picture(endless(null), "image/jpeg", { "Content-Length": `${6 * MB}` }),
      "photo_unusable",
    ],
    ["a picture without end", picture(endless(big(MB))), "photo_unusable"],
    [
      "a part of a picture",
      () => new Response(JPEG, { status: 206, headers: { "Content-Type": "image/jpeg" } }),
      "photo_unusable",
    ],
    ["no such photo", photoOf(404), "photo_not_found"],
    ["a refusal", photoOf(403), "photo_unusable"],
    ["that it is overrun", photoOf(503), "photo_unavailable"],
    ["that we shall wait", photoOf(429), "photo_unavailable"],
  ];
  it("is refused when it is no picture, with the reason", async () => {
    const outcomes = cases.map(async ([what, place]) => {
      const { found } = await fetched({ [GOOD]: place });
      return [what, "problem" in found ? found.problem : found.type];
    });
    expect(await Promise.all(outcomes)).toEqual(cases.map(([what, , problem]) => [what, problem]));
  });

  it("is accepted with exactly 5 MB, and ends in time when it stops half-way", async () => {
    const { found } = await fetched({ [GOOD]: picture(big(5 * MB)) });
    expect(found).toMatchObject({ type: "image/jpeg" });
    const slow = await fetched({ [GOOD]: picture(endless(null)) }, GOOD, 20);
    expect(slow.found).toEqual({ problem: "photo_unavailable" });
    expect((await fetched({})).found).toMatchObject({ problem: "photo_unavailable" });
  });
});

describe("GET /api/uex/image-proxy", () => {
  // All tests share one emulated UEX.
  afterAll(() => controlUex("reset", {}));

  const path = (url: string, more = "&w=320") => `/api/uex/image-proxy?url=${encodeURIComponent(url)}${more}`;
  const photo = (id: number) => `${HOST}/img/vehicles/${id}/cover.jpg`;
  const asked = async () => (await controlUex<{ path: string }[]>("requests")).map((each) => each.path);

  it("answers a photo with its type and a private cache, and fetches it once for all users", async () => {
    await controlUex("reset", {});
    const [one, other] = [await person("member"), await person(null)];
    const first = await one.call("GET", path(photo(2)));
    expect([first.status, first.headers.get("Content-Type"), first.meter.trips]).toEqual([
      200,
      expect.stringMatching(/^image\/(png|webp)$/),
      1,
    ]);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "cache-control": "private, max-age=604800, immutable",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      "x-content-type-options": "nosniff",
    });
    const again = await other.call("GET", path(photo(2)));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await asked()).toEqual(["/photos/assets.uexcorp.space/img/vehicles/2/cover.jpg"]);
    expect((await nobody.call("GET", path(photo(2)))).status).toBe(401);
  });

  it("caches for a while that there is no photo, and that a host does not answer", async () => {
    await controlUex("reset", {});
    const member = await person("member");
    for (let times = 0; times < 2; times += 1) {
      expect((await member.fails("GET", path(photo(9_999)))).code).toBe("photo_not_found");
    }
    expect(await asked()).toHaveLength(1);
    await controlUex("fail", { mode: "status", status: 503, path: "/photos/cdn.uexcorp.space/" });
    const cdn = (id: number) => `https://cdn.uexcorp.space/vehicles/${id}/cover.jpg`;
    for (let id = 1; id <= 5; id += 1) {
      expect((await member.fails("GET", path(cdn(id)))).code).toBe("photo_unavailable");
    }
    expect(await asked()).toHaveLength(2);
    expect((await member.call("GET", path(photo(3)))).status).toBe(200);
  });

  it("accepts only the widths that pages use", async () => {
    const member = await person("member");
    expect((await member.call("GET", path(`${photo(4)}?${"x".repeat(600)}`))).status).toBe(400);
    for (const more of ["&w=321", "&w=", "&w=0640", "&w=960&x=1", "&w=-1"]) {
      expect([more, (await member.call("GET", path(photo(4), more))).status]).toEqual([more, 400]);
    }
    expect((await member.call("GET", "/api/uex/image-proxy")).status).toBe(400);
    expect((await member.call("GET", path(photo(4), ""))).status).toBe(200);
  });
});
