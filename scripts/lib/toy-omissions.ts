import type { Edit } from "./toy-copy.ts";

/**
 * What somebody forgets of the small feature, with the test that finds it and what that says. The title is a regular
 * expression, its parts joined as Vitest does.
 */
type Omission = { forgotten: string; edits: readonly Edit[]; file: string; title: string; says: RegExp };

const ROUTES = "worker/features/badges/badges.routes.ts";
const MANIFEST = "worker/features/badges/index.ts";

/** A command of the feature that asks a route of its own, and that nobody documents. */
const COMMAND: readonly Edit[] = [
  {
    path: MANIFEST,
    from: "  routes: badgeRoutes,",
    to: `  routes: badgeRoutes,
  commands: [
{
  ...{ kind: "chat", name: { en: "badges", da: "maerker" }, needs: [allBadges] },
  description: { en: "Lists all badges", da: "Viser alle mærker" },
  run: async (call) => card({ lines: (await call.ask(allBadges, { query: {} })).items.map(({ title }) => title) }),
} satisfies Command,
  ],`,
  },
  {
    path: MANIFEST,
    from: "export const badgesFeature = {",
    to: `const allBadges = get("/badges/:orgId/all", {
  access: publicRoute(),
  query: listQuery,
  answers: pageOf(badge),
  summary: "List all badges",
  run: listBadges as never,
});

export const badgesFeature = {`,
  },
  {
    path: MANIFEST,
    from: 'import type { Feature } from "../../lib/feature.ts";',
    to: `import type { Command } from "../../lib/commands/command.ts";
import { card } from "../../lib/commands/reply.ts";
import type { Feature } from "../../lib/feature.ts";
import { publicRoute } from "../../lib/http/access.ts";
import { pageOf } from "../../lib/http/answers.ts";
import { get } from "../../lib/http/route.ts";
import { badge, listQuery } from "./badges.schema.ts";
import { listBadges } from "./list.ts";`,
  },
];

/** Omissions that worker tests find. All are put in at once, so that Vitest starts once: each is found by its own words. */
export const OMISSIONS_OF_WORKER: readonly Omission[] = [
  {
    forgotten: "a route without a case",
    edits: [
      {
        path: ROUTES,
        from: '  post("/badges", {',
        to: `  get("/badges/:orgId/holders", {
    access: requires("badges.read"),
    query: listQuery,
    answers: pageOf(badge),
    summary: "List holders of badges",
    run: listBadges,
  }),
  post("/badges", {`,
      },
    ],
    file: "worker/access.test.ts",
    title: "access declarations > equal the access of the route cases, which name every route",
    says: /^\+ +"GET \/api\/badges\/:orgId\/holders"/m,
  },
  {
    forgotten: "a route that everybody who is signed in may call",
    edits: [
      {
        path: ROUTES,
        from: `  patch("/badges/:id", {
    access: writes,`,
        to: `  patch("/badges/:id", {
    access: signedIn(),`,
      },
      {
        path: ROUTES,
        from: 'import { requires } from "../../lib/http/access.ts";',
        to: 'import { requires, signedIn } from "../../lib/http/access.ts";',
      },
    ],
    file: "worker/access.test.ts",
    title: "access declarations > equal the access of the route cases, which name every route",
    says: /"PATCH \/api\/badges\/:id",\n(- .*\n)*\+ +"signed-in"/,
  },
  {
    forgotten: "a page that no area declares",
    edits: [
      {
        path: "web/features.ts",
        from: 'export { badges, badgesTab } from "./features/badges/area.ts";',
        to: 'export { badgesTab } from "./features/badges/area.ts";',
      },
    ],
    file: "worker/notices.test.ts",
    title: "every kind of notice > opens a page that exists, as every audit entry of a record does",
    says: /"badge\.given"/,
  },
  {
    forgotten: "a role that no migration makes",
    edits: [
      {
        path: "worker/lib/permissions.schema.ts",
        from: '  "member",\n',
        to: '  "member",\n  "quartermaster",\n',
      },
    ],
    file: "worker/access.test.ts",
    title: "access by caller > quartermaster: every route answers as declared.*",
    says: /FOREIGN KEY constraint failed/,
  },
  {
    forgotten: "a command that asks a route without declaring it, so that nothing holds its access",
    edits: COMMAND,
    file: "worker/features/interactions/same-as-web.test.ts",
    title: "what commands show and do > calls routes of the API alone",
    says: /^\+ +"GET \/api\/badges\/:orgId\/all"/m,
  },
];

/** Omissions that tests of Node find, one at a time. */
export const OMISSIONS_OF_SCRIPTS: readonly Omission[] = [
  {
    forgotten: "a text of a page without its translation",
    edits: [{ path: "web/features/badges/badges.da.json", from: '  "badges.more":', to: '  "badges.mere":' }],
    file: "web/lib/i18n/catalogues.test.ts",
    title: "features/badges/badges.en.json has the same texts, taking the same values, in Danish",
    says: /badges\.mere/,
  },
];

/** A page that needs more room than screens have. */
export const NOT_LAID_OUT: Edit = {
  path: "web/features/badges/badges-page.tsx",
  from: "      <BadgesList />",
  to: '      <div className="w-[2000px]">\n        <BadgesList />\n      </div>',
};
