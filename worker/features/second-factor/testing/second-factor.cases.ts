import type { RouteCase } from "../../../testing/cases.ts";
import { person, raw } from "../../../testing/world.ts";
import { givePassword } from "../../auth/testing/auth.cases.ts";
import { authenticator, passkey, someBytes } from "./second-factor.factory.ts";

/** Deletes all second factors. */
const clear = () =>
  raw.DB.batch(
    ["authenticators", "passkeys", "recovery_codes", "challenges"].map((table) =>
      raw.DB.prepare(`delete from ${table}`),
    ),
  );

export const cases: RouteCase[] = [
  {
    route: "POST /api/login/second-factor",
    access: "public",
    inBrowser: true,
    request: () => ({
      path: "/api/login/second-factor",
      body: { code: "123456" },
      headers: { Cookie: "waiting=no-such-sign-in" },
    }),
    status: 410,
    code: "sign_in_ended",
  },
  {
    route: "GET /api/user/second-factor",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/user/second-factor" }),
  },
  {
    route: "POST /api/user/second-factor/authenticator",
    access: "signed-in",
    proof: true,
    request: async ({ caller }) => {
      await clear();
      await givePassword(caller);
      return { path: "/api/user/second-factor/authenticator" };
    },
    status: 201,
  },
  {
    route: "PUT /api/user/second-factor/authenticator",
    access: "signed-in",
    // Stores ten recovery codes too.
    kind: "create",
    proof: true,
    request: async ({ caller, officer }) => {
      await clear();
      const code = await authenticator(caller.userId ? caller : officer, false);
      return { path: "/api/user/second-factor/authenticator", body: { code: code() } };
    },
  },
  {
    route: "DELETE /api/user/second-factor/authenticator",
    access: "signed-in",
    proof: true,
    request: async ({ caller, officer }) => {
      await authenticator(caller.userId ? caller : officer);
      return { path: "/api/user/second-factor/authenticator" };
    },
    status: 204,
  },
  {
    route: "POST /api/user/second-factor/passkeys/options",
    access: "signed-in",
    proof: true,
    request: async ({ caller }) => {
      await clear();
      await givePassword(caller);
      return { path: "/api/user/second-factor/passkeys/options" };
    },
  },
  {
    route: "POST /api/user/second-factor/passkeys",
    access: "signed-in",
    proof: true,
    request: () => ({
      path: "/api/user/second-factor/passkeys",
      body: {
        name: "Key",
        id: someBytes(),
        clientDataJSON: someBytes(),
        attestationObject: someBytes(),
        transports: ["usb"],
      },
    }),
    status: 400,
    code: "passkey_refused",
  },
  {
    route: "DELETE /api/user/second-factor/passkeys/:id",
    access: "signed-in",
    ownsOr: [],
    proof: true,
    request: async (scene) => ({
      path: `/api/user/second-factor/passkeys/${await passkey(
        scene.isForeign || !scene.caller.userId ? scene.officer : scene.caller,
      )}`,
    }),
    status: 204,
    ofOrganization: true,
  },
  {
    route: "POST /api/user/second-factor/recovery-codes",
    access: "signed-in",
    proof: true,
    request: async ({ caller, officer }) => {
      await passkey(caller.userId ? caller : officer);
      return { path: "/api/user/second-factor/recovery-codes" };
    },
    status: 201,
  },
  {
    route: "DELETE /api/members/:id/second-factor",
    access: ["admin.users"],
    proof: true,
    request: async () => {
      const member = await person("member");
      await passkey(member);
      return { path: `/api/members/${member.memberId}/second-factor` };
    },
    status: 204,
    ofOrganization: true,
  },
  {
    route: "GET /api/user/confirm",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/user/confirm" }),
  },
  {
    route: "POST /api/user/confirm",
    unproven: "It is how a proof is given.",
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller, officer }) => {
      const code = await authenticator(caller.userId ? caller : officer);
      return { path: "/api/user/confirm", body: { code: code() } };
    },
    status: 204,
  },
  {
    route: "POST /api/user/confirm/passkey",
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller, officer }) => {
      await passkey(caller.userId ? caller : officer);
      return { path: "/api/user/confirm/passkey" };
    },
  },
  {
    route: "GET /api/user/confirm/discord",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/user/confirm/discord" }),
    status: 302,
  },
];
