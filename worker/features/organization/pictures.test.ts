import { beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, nobody, organization, person, raw, rows, send, value } from "../../testing/world.ts";
import { applied } from "../backup/testing/applied.ts";
import { PICTURE_BYTES, type Picture, type Profile } from "./organization.schema.ts";
import { PNG, picture } from "./testing/organization.factory.ts";

const PATH = "/api/organization/1/pictures";
let administrator: Awaited<ReturnType<typeof person>>;
beforeEach(async () => {
  await freshDatabase();
  administrator = await person("administrator");
});

const base64 = (bytes: string) => Buffer.from(bytes, "latin1").toString("base64");
const body = (more: object = {}) => ({ kind: "picture", width: 3, height: 2, bytes: PNG, ...more });
const add = (more: object = {}) => administrator.ok<Picture>("POST", PATH, body(more));
const listed = async () => (await nobody.ok<Profile>("GET", "/api/organization/1/profile")).pictures;

describe("a picture of the organization", () => {
  it("is added, and everybody gets its bytes with their type, for a year, without anything that runs", async () => {
    const { id, ...added } = await add({ captionEn: "The crew" });
    expect(added).toEqual({
      ...{ kind: "picture", captionEn: "The crew", captionDa: null, type: "image/png", width: 3, height: 2 },
    });
    expect(await listed()).toEqual([{ id, ...added }]);
    const answer = await send(`${PATH}/${id}`);
    expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(PNG);
    const headers = ["content-type", "cache-control", "x-content-type-options"].map((name) =>
      answer.headers.get(name),
    );
    expect(headers).toEqual(["image/png", "public, max-age=31536000, immutable", "nosniff"]);
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  });

  it.each([
    ["HTML", base64("<html><script>alert(1)</script>")],
    ["SVG", base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["GIF", base64("GIF89a and more")],
    ["nearly PNG", base64("\x89PNG\r\n\x1a")],
    ["nearly WebP", base64("RIFF\0\0\0\0WAVE")],
  ])("is refused where its first bytes are %s", async (_, bytes) => {
    expect((await administrator.fails("POST", PATH, body({ bytes }))).code).toBe("picture_unusable");
    expect(await listed()).toEqual([]);
  });

  it.each([
    ["JPEG", base64("\xff\xd8\xff\xe0 and more"), "image/jpeg"],
    ["WebP", base64("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
    ["AVIF", base64("\0\0\0\x20ftypavif"), "image/avif"],
  ])("is taken as %s", async (_, bytes, type) => {
    expect((await add({ bytes })).type).toBe(type);
  });

  it("is refused where it is too large or no base64, and says which field", async () => {
    const bytes = Buffer.alloc(PICTURE_BYTES + 3);
    Buffer.from(PNG, "base64").copy(bytes);
    const large = await administrator.fails("POST", PATH, body({ bytes: bytes.toString("base64") }));
    expect(large["errors"]).toEqual({ bytes: ["A picture has at most 400 kB"] });
    expect((await add({ bytes: bytes.subarray(0, PICTURE_BYTES).toString("base64") })).type).toBe(
      "image/png",
    );
    const far = await administrator.fails("POST", PATH, body({ bytes: "A".repeat(1_000_000) }));
    expect(far.code).toBe("body_too_large");
    for (const wrong of [
      { bytes: "%%%" },
      { bytes: "" },
      { width: 0 },
      { height: 5_000 },
      { kind: "photo" },
    ]) {
      const refusal = await administrator.fails("POST", PATH, body(wrong));
      expect(Object.keys(refusal["errors"] as object)).toEqual(Object.keys(wrong));
    }
  });

  it("is one of three; a banner and a mark take the place of the one before", async () => {
    for (const _ of [1, 2, 3]) await add();
    expect((await administrator.fails("POST", PATH, body())).code).toBe("pictures_full");
    const first = await add({ kind: "banner" });
    await add({ kind: "mark" });
    const second = await add({ kind: "banner", captionEn: "New" });
    expect((await listed()).map(({ kind }) => kind)).toEqual([
      "banner",
      "mark",
      "picture",
      "picture",
      "picture",
    ]);
    expect((await listed())[0]?.id).toBe(second.id);
    expect((await nobody.fails("GET", `${PATH}/${first.id}`)).code).toBe("not_found");
  });

  it("is added once for a repeated request", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const ids = [];
    for (const _ of [1, 2]) {
      const answer = await administrator.call("POST", PATH, { body: body({ kind: "banner" }), headers });
      ids.push((JSON.parse(answer.text) as Picture).id);
    }
    expect(new Set(ids).size).toBe(1);
  });

  it("gets another caption, and is removed, each with an audit entry", async () => {
    const { id } = await add({ captionEn: "The crew" });
    const edited = await administrator.ok("PATCH", `${PATH}/${id}`, { captionDa: "Holdet" });
    expect(edited).toMatchObject({ captionEn: "The crew", captionDa: "Holdet" });
    await administrator.ok("PATCH", `${PATH}/${id}`, { captionDa: "Holdet" });
    await administrator.ok("DELETE", `${PATH}/${id}`);
    expect(await listed()).toEqual([]);
    const logged = await rows(
      "select action, details from audit_log where action like 'organization.%' order by id",
    );
    expect(logged).toEqual([
      { action: "organization.picture_added", details: '{"kind":"picture"}' },
      { action: "organization.picture_changed", details: '{"fromCaptionDa":null,"toCaptionDa":"Holdet"}' },
      { action: "organization.picture_removed", details: '{"kind":"picture"}' },
    ]);
  });

  it("comes back from a backup with its bytes, together with the organization's name and texts", async () => {
    // A restore asks for another way to sign in than the sessions that it ends.
    await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(administrator.userId).run();
    const large = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(40_000, 7)]);
    const bytes = large.toString("base64");
    const { id } = await add({ bytes, captionEn: "The crew" });
    await administrator.ok("PUT", "/api/organization/1/profile", { name: "Nordic Star", sentenceEn: "Fly" });
    const backup = (await administrator.call("GET", "/api/backup/export")).text;
    await administrator.ok("DELETE", `${PATH}/${id}`);
    await administrator.ok("PUT", "/api/organization/1/profile", { name: "Other", sentenceEn: "Walk" });
    const upload = await administrator.call("POST", "/api/backup/restores", { body: backup });
    await applied(administrator, (JSON.parse(upload.text) as { id: number }).id, "Nordic Star");
    expect(await nobody.ok("GET", "/api/organization/1/profile")).toMatchObject({
      ...{ name: "Nordic Star", sentenceEn: "Fly", pictures: [{ id, captionEn: "The crew" }] },
    });
    const read = Buffer.from(await (await send(`${PATH}/${id}`)).arrayBuffer());
    expect(read.toString("base64") === bytes).toBe(true);
  });

  it("is missing by the address of another organization, for reading and for changing", async () => {
    const other = await organization();
    const foreigner = await person("administrator", other);
    const id = await picture();
    expect((await nobody.fails("GET", `/api/organization/${other}/pictures/${id}`)).code).toBe("not_found");
    for (const [method, more] of [
      ["PATCH", { captionEn: "Ours" }],
      ["DELETE", undefined],
    ] as const) {
      for (const at of [`/api/organization/${other}/pictures/${id}`, `${PATH}/${id}`])
        expect((await foreigner.fails(method, at, more)).code).toBe("not_found");
    }
    expect(await value("select count(*) from organization_pictures where id = ?", id)).toBe(1);
  });
});
