import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const isTaken = (text: string) => URL.canParse(text) && isPublicAddress(new URL(text));
const taken = (texts: string[]) => texts.filter(isTaken);

describe("an address that the server may send to", () => {
  it("is https at a name of the internet, at its usual port or a free one", () => {
    const good = [
      "https://example.org",
      "https://fcm.googleapis.com/fcm/send/abc:DEF?x=1#y",
      "https://web.push.apple.com/QGxyz",
      "https://example.org:443/",
      "https://example.org:8443/hook",
      "https://EXAMPLE.org./hook",
      "https://blåbær.dk/",
      "https://my_hook.example.org/",
      "https://localhost.example.org/",
      "https://10.example.org/",
    ];
    expect(taken(good)).toEqual(good);
  });

  it("has no other scheme, no user or password and no port of another service", () => {
    const bad = [
      ...["http://example.org", "ftp://example.org", "wss://example.org", "data:text/plain,x", "file:///etc"],
      ...["https://user@example.org", "https://user:word@example.org", "https://:word@example.org"],
      ...[
        "https://example.org:22",
        "https://example.org:25",
        "https://example.org:80",
        "https://example.org:0",
      ],
    ];
    expect(taken(bad)).toEqual([]);
  });

  it("is no name of one machine or network", () => {
    const names = [
      "localhost",
      "LOCALHOST",
      "localhost.",
      "a.localhost",
      "router",
      "printer.local",
      "vm.internal",
    ];
    const more = [
      "metadata.google.internal",
      "x.home.arpa",
      "nas.lan",
      "a.corp",
      "1.0.0.127.in-addr.arpa",
      "a..org",
    ];
    expect(taken([...names, ...more].map((name) => `https://${name}/`))).toEqual([]);
  });

  it("is no address in numbers, however it is written", () => {
    const { oneof, constantFrom, tuple, nat } = fc;
    const part = (most: number) =>
      oneof(constantFrom(0, 10, 100, 127, 169, 172, 192, 224, 254, 255), nat(most)).chain((value) =>
        constantFrom(String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`),
      );
    const four = oneof(
      tuple(part(255), part(255), part(255), part(255)).map((parts) => parts.join(".")),
      tuple(part(255), part(0xff_ffff)).map((parts) => parts.join(".")),
      part(0xffff_ffff),
    );
    const six = oneof(
      fc.ipV6().map((text) => `[${text}]`),
      fc.ipV4().map((text) => `[::ffff:${text}]`),
      constantFrom("[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"),
    );
    const end = constantFrom("", ".", ":443", ":8443");
    fc.assert(
      fc.property(tuple(oneof(four, six), end), (parts) => !isTaken(`https://${parts.join("")}/`)),
      { numRuns: 2_000 },
    );
    expect(taken(["https://127。0。0。1/", "https://①②⑦.0.0.1/", "https://0x7f.1/"])).toEqual([]);
  });
});
