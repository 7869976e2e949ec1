import { type Holders, type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { person } from "../../../testing/world.ts";
import { application, payload, postedBy } from "./applications.factory.ts";

const BASE = "/api/contract-applications";
const APPLIES: RouteCase["access"] = ["contracts.read", "security.view"];
const DECIDES: RouteCase["access"] = ["contracts.read", "security.review"];

/** The caller if they are a member of organization 1, else the officer. */
const local = ({ isForeign, role, caller, officer }: Scene) =>
  isForeign || role === null ? officer : caller;

/** The caller's decision on an application of another member for the caller's contract. */
const decides = (verb: "accept" | "decline"): RouteCase => ({
  route: `PATCH ${BASE}/:id/${verb}`,
  access: DECIDES,
  ownsOr: ["contracts.admin", "security.review"],
  request: async (scene) => {
    const id = await application(await person("member"), await postedBy(local(scene), { applications: 1 }));
    return { path: `${BASE}/${id}/${verb}`, body: { message: "See you at Everus", version: 1 } };
  },
  ofOrganization: true,
});

export const holders: Holders = {
  "security.view": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "security.review": ["officer", "administrator"],
};

export const cases: RouteCase[] = [
  {
    route: `POST ${BASE}`,
    access: APPLIES,
    request: async ({ officer, caller }) => ({
      path: BASE,
      body: payload(await postedBy(officer.userId === caller.userId ? await person("officer") : officer)),
    }),
    status: 201,
    ofOrganization: true,
  },
  read(`${BASE}/:orgId`, APPLIES, `${BASE}/1`, { ownsOr: ["contracts.admin"] }),
  read(`${BASE}/:orgId/profile`, APPLIES, `${BASE}/1/profile`),
  decides("accept"),
  decides("decline"),
  {
    route: `PATCH ${BASE}/:id/withdraw`,
    access: APPLIES,
    ownsOr: [],
    request: async (scene) => {
      const contractId = await postedBy(await person("officer"), { applications: 1 });
      return {
        path: `${BASE}/${await application(local(scene), contractId)}/withdraw`,
        body: { version: 1 },
      };
    },
    ofOrganization: true,
  },
];
