import { expect, it } from "vitest";
import { readDevice } from "./user-agent.schema.ts";

it("distinguishes browsers whose user agents name others", () => {
  const webkit = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  expect(readDevice(`${webkit} Chrome/140.0 Safari/537.36`)).toEqual({
    browser: "Chrome",
    system: "Windows",
    phone: false,
  });
  expect(readDevice(`${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`).browser).toBe("Edge");
  expect(readDevice(`${webkit} Chrome/140.0 Safari/537.36 OPR/120`).browser).toBe("Opera");
});

it("recognizes phones, and does not confuse an iPhone with a Mac", () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
  expect(readDevice(iphone)).toEqual({ browser: "Safari", system: "iPhone", phone: true });
  const android = "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0";
  expect(readDevice(android)).toEqual({ browser: "Firefox", system: "Android", phone: true });
});

it("returns null for an unknown or missing user agent", () => {
  expect(readDevice(null)).toEqual({ browser: null, system: null, phone: false });
  expect(readDevice("curl/8.5")).toEqual({ browser: null, system: null, phone: false });
});
