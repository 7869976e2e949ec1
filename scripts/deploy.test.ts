import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { settingsSchema } from "../worker/lib/settings.schema.ts";
import { buildWeb } from "./lib/builds.ts";
import { SECRETS } from "./lib/deploy-checks.ts";
import { account, DATABASES, deploy, json, named, REQUIRED, VARS, WHO } from "./lib/deploy-for-tests.ts";
import { writeBill } from "./lib/deployment.ts";
import { endAll } from "./lib/lifetime.ts";
import { inRoot } from "./lib/paths.ts";

before(buildWeb);
after(endAll);

const LOOKS = /^(wrangler (whoami|d1 list|secret list|d1 migrations list)|docker info)/;

type Case = [title: string, change: Parameters<typeof deploy>[0], says: RegExp[], items?: number];

const CASES: Case[] = [
  [
    "not signed in",
    { answers: { "wrangler whoami": { ...json({ loggedIn: false }), code: 1 } } },
    [/not signed in to Cloudflare/, /→ npx wrangler login/],
  ],
  [
    "signed in to several accounts, of which none is chosen",
    { answers: { "wrangler whoami": json({ ...WHO, accounts: [account("first"), account("second")] }) } },
    [/second {2}The second/, /→ export CLOUDFLARE_ACCOUNT_ID=first/],
  ],
  [
    "without a network",
    { answers: { "wrangler whoami": { code: 1, stderr: "✘ [ERROR] fetch failed\n" } } },
    [
      /`wrangler whoami` gave no usable answer \(exit code 1\)/,
      /\| ✘ \[ERROR\] fetch failed/,
      /→ Check the network/,
    ],
  ],
  [
    "where wrangler answers nonsense",
    { answers: { "wrangler whoami": { stdout: "<html>" } } },
    [/`wrangler whoami` gave no usable answer/, /\| <html>/],
  ],
  [
    "without the database",
    { answers: { "wrangler d1 list": json([{ uuid: "1", name: "another" }]) } },
    [/database command-centre does not exist/, /→ npx wrangler d1 create command-centre$/],
  ],
  [
    "with the id of a database of another account",
    {
      config: (text) =>
        text.replace(
          'database_name = "command-centre"',
          '$&\ndatabase_id = "22222222-2222-4333-8444-555555555555"',
        ),
    },
    [/no D1 database with the database_id 22222222-/, /→ Remove `database_id`/],
  ],
  [
    "where the databases cannot be listed",
    { answers: { "wrangler d1 list": { code: 1, stderr: "10000: Authentication error" } } },
    [/`wrangler d1 list` gave no usable answer/, /\| 10000: Authentication error/],
  ],
  [
    "where the list of databases is nonsense",
    { answers: { "wrangler d1 list": { stdout: '["one"]' } } },
    [/`wrangler d1 list` gave no usable answer/],
  ],
  [
    "for the first time, without secrets",
    {
      answers: {
        "wrangler secret list": { code: 1, stderr: '✘ [ERROR] Worker "command-centre" not found.' },
      },
    },
    [
      /DISCORD_CLIENT_SECRET is missing.*\n *→ npx wrangler secret put DISCORD_CLIENT_SECRET\n/,
      /SECRETS_KEYS is missing.*\n *→ node -e ".*randomBytes.*" \| npx wrangler secret put SECRETS_KEYS\n/,
      /BOT_GATEWAY_SECRET is missing.*\n *→ node -e ".*" \| npx wrangler secret put BOT_GATEWAY_SECRET$/,
    ],
    3,
  ],
  [
    "without the one secret that bots need",
    { answers: { "wrangler secret list": named(REQUIRED.slice(0, 2)) } },
    [/BOT_GATEWAY_SECRET is missing: without it no bot runs, which `--no-bots` accepts/],
  ],
  [
    "where the secrets cannot be listed",
    { answers: { "wrangler secret list": { code: 1, stderr: "fetch failed" } } },
    [/`wrangler secret list` gave no usable answer/],
  ],
  [
    "where the list of secrets is nonsense",
    { answers: { "wrangler secret list": { stdout: "DISCORD_CLIENT_SECRET" } } },
    [/`wrangler secret list` gave no usable answer/],
  ],
  [
    "where the migrations cannot be listed",
    { answers: { "wrangler d1 migrations list": { code: 1 } } },
    [/`wrangler d1 migrations list` gave no usable answer/],
  ],
  [
    "where the list of migrations is nonsense",
    { answers: { "wrangler d1 migrations list": { stdout: "fine" } } },
    [/`wrangler d1 migrations list` gave no usable answer/],
  ],
  [
    "without a setting",
    { vars: { DISCORD_GUILD_ID: "" } },
    [/Setting DISCORD_GUILD_ID is missing/, /→ Put DISCORD_GUILD_ID = "…" into \[vars\] of wrangler.toml/],
  ],
  [
    "with a wrong setting",
    { vars: { APP_URL: "command" } },
    [/Setting APP_URL is not right: it must be the address people open/],
  ],
  [
    "with half a pair of push keys",
    { vars: { PUSH_PUBLIC_KEY: `B${"A".repeat(86)}` } },
    [/PUSH_PRIVATE_KEY/, /→ npx wrangler secret put PUSH_PRIVATE_KEY/],
  ],
  [
    "without Docker",
    { answers: { "docker info": { code: 1 } } },
    [/Docker does not run here/, /→ Start Docker, or `npm run deploy -- --no-bots`/],
  ],
];

for (const [title, change, says, items = 1] of CASES) {
  test(`deploys nothing ${title}, and says what mends it`, async () => {
    const { code, output, calls } = await deploy(change);
    for (const each of says) assert.match(output, each);
    assert.match(output, /^Nothing was deployed\. Missing:\n\n 1\. /);
    assert.equal(output.match(/^ \d\. /gm)?.length, items);
    assert.equal(code, 1);
    assert.deepEqual(
      calls.filter((call) => !LOOKS.test(call)),
      [],
    );
  });
}

test("says everything that is missing at once, and nothing of secrets where it could not look for them", async () => {
  const vars = { APP_URL: "", DISCORD_CLIENT_ID: "12" };
  const rest = { "docker info": { code: 1 } };
  const all = await deploy({
    vars,
    answers: { ...rest, "wrangler d1 list": json([]), "wrangler secret list": json([]) },
  });
  const order = [
    "D1 database",
    "APP_URL",
    "DISCORD_CLIENT_ID",
    "DISCORD_CLIENT_SECRET",
    "SECRETS_KEYS",
    "BOT_GATEWAY_SECRET",
    "Docker",
  ];
  assert.deepEqual(
    [...all.output.matchAll(/^ \d\. .*?([A-Z][A-Z_]{5,}|D1 database|Docker)/gm)].map(([, name]) => name),
    order,
  );
  const without = await deploy({ vars, answers: { ...rest, "wrangler whoami": json({ loggedIn: false }) } });
  assert.doesNotMatch(without.output, /secret/i);
  assert.match(without.output, /APP_URL[\s\S]*Docker/);
});

const STEPS = ["wrangler d1 migrations apply DB --remote", "wrangler deploy"];
const stepsOf = ({ calls }: { calls: string[] }) => calls.filter((call) => !LOOKS.test(call));

test("migrates and deploys where nothing is missing, and says what comes next", async () => {
  const { code, output, calls } = await deploy({ writeBill });
  assert.equal(code, 0, output);
  assert.deepEqual(stepsOf({ calls }), STEPS);
  assert.match(output, /Migrations to come: 0041_bell\.sql, 0042_leaving\.sql\./);
  assert.match(output, /Deployed: https:\/\/command\.example\.org\nNext: look at Admin/);
  const first = await deploy({
    answers: { "wrangler d1 migrations list": { stdout: "│ 0000_tables.sql │" } },
  });
  assert.match(first.output, /Next: `npm run admin:create -- --remote` makes the first administrator/);
});

test("does not migrate where no migration is to come, and finds a database by the id in the configuration", async () => {
  const ran = await deploy({
    answers: { "wrangler d1 migrations list": { stdout: "✅ No migrations to apply!" } },
    config: (text) =>
      text.replace(
        'database_name = "command-centre"',
        `database_name = "renamed"\ndatabase_id = "${DATABASES[0]?.uuid}"`,
      ),
  });
  assert.deepEqual(stepsOf(ran), ["wrangler deploy"]);
});

test("--check only looks", async () => {
  const { code, output, calls } = await deploy({ wanted: { check: true } });
  assert.deepEqual([code, stepsOf({ calls })], [0, []]);
  assert.match(output, /0042_leaving\.sql\.\nNothing is missing/);
});

test("leaves the containers alone, and needs no Docker, without bots, with another gateway and with a published image", async () => {
  const answers = { "docker info": { code: 1 } };
  const [migrate, plain] = STEPS as [string, string];
  const apart = [migrate, `${plain} --containers-rollout=none`];
  const withoutSecret = { ...answers, "wrangler secret list": named(REQUIRED.slice(0, 2)) };
  assert.deepEqual(stepsOf(await deploy({ answers: withoutSecret, wanted: { "no-bots": true } })), apart);
  assert.deepEqual(
    stepsOf(await deploy({ answers, vars: { BOT_GATEWAY_URL: "https://bots.example.org" } })),
    apart,
  );
  const published = (text: string) =>
    text.replace(/^image = .*$/m, 'image = "registry.cloudflare.com/first/bot-gateway:1"');
  assert.deepEqual(stepsOf(await deploy({ answers, config: published })), STEPS);
});

test("--prepare makes the database and the secrets that it can make, and overwrites none", async () => {
  const missing = { "wrangler d1 list": json([]), "wrangler secret list": named(["DISCORD_CLIENT_SECRET"]) };
  const { inputs, calls, output } = await deploy({ wanted: { prepare: true }, answers: missing });
  const made = [
    "wrangler d1 create command-centre",
    "wrangler secret put SECRETS_KEYS",
    "wrangler secret put BOT_GATEWAY_SECRET",
  ];
  assert.deepEqual(stepsOf({ calls }), made);
  const given = Object.fromEntries(
    inputs.filter(([, input]) => input).map(([words, input]) => [words.split(" ").at(-1), input]),
  );
  const keys = { ...VARS, DISCORD_CLIENT_SECRET: "-", ...given };
  assert.equal(settingsSchema.safeParse(keys).error, undefined);
  assert.doesNotMatch(output, new RegExp(given["BOT_GATEWAY_SECRET"] ?? ""));
  assert.deepEqual(stepsOf(await deploy({ wanted: { prepare: true } })), []);
});

test("deploys nothing where the bill of materials cannot be written", async () => {
  const { code, output, calls } = await deploy({ writeBill: async () => 1 });
  assert.deepEqual([code, stepsOf({ calls })], [1, []]);
  assert.match(output, /could not be written: nothing was deployed/);
});

test("does not deploy after a migration that failed, nor call a failed deployment one", async () => {
  const failed = await deploy({
    answers: { "wrangler d1 migrations apply": { code: 1 } },
  });
  assert.deepEqual([failed.code, stepsOf(failed)], [1, STEPS.slice(0, 1)]);
  assert.match(failed.output, /A migration failed, and nothing was deployed/);
  const late = await deploy({ answers: { "wrangler deploy": { code: 1 } } });
  assert.equal(late.code, 1);
  assert.match(late.output, /The version before runs on/);
  assert.doesNotMatch(late.output, /Deployed:/);
});

test("lets the first build of a deploy button come before its secrets, but no later one", async () => {
  const environment = { WORKERS_CI: "1" };
  const first = await deploy({ environment, answers: { "wrangler secret list": json([]) } });
  assert.deepEqual(stepsOf(first), STEPS);
  assert.match(first.output, /To set after this first build:[\s\S]*SECRETS_KEYS/);
  const later = await deploy({ environment, answers: { "wrangler secret list": named(REQUIRED.slice(1)) } });
  assert.deepEqual([later.code, stepsOf(later)], [1, []]);
});

test("a deploy button is told of every setting that a deployment needs, and the tracked file names no account's things", async () => {
  const { cloudflare } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as {
    cloudflare: { bindings: Record<string, { description: string }> };
  };
  const vars = [...readFileSync(inRoot("wrangler.toml"), "utf8").matchAll(/^([A-Z_]+) = ""$/gm)].map(
    ([, name]) => name,
  );
  const secrets = [...readFileSync(inRoot(".dev.vars.example"), "utf8").matchAll(/^([A-Z_]+)=$/gm)].map(
    ([, name]) => name,
  );
  const needed = settingsSchema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
  assert.deepEqual([...vars, ...secrets].sort(), [...needed, "BOT_GATEWAY_SECRET"].sort());
  assert.deepEqual(Object.keys(cloudflare.bindings).sort(), [...vars, ...secrets].sort());
  assert.doesNotMatch(readFileSync(inRoot("wrangler.toml"), "utf8"), /^(database_id|account_id)\b/m);
});

test("counts as secrets what the documentation does", async () => {
  const lines = readFileSync(inRoot("docs/settings.md"), "utf8").split("## The commands")[0] ?? "";
  const documented = [...lines.matchAll(/^- `(\w+)`: Secret[.,]/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(SECRETS).sort(), documented.sort());
});
