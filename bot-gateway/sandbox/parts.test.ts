import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ownGroups } from "./control-group.ts";
import { removeExcess } from "./disk.ts";
import { latin1Of, openFolders, removeTree, uidCandidates, uidOf, usageOf } from "./folders.ts";
import { outermost } from "./packages.ts";
import { rememberPid } from "./pid-files.ts";
import { descendantsOf, parsePs, processTable } from "./process-table.ts";
import { reapLeftovers } from "./reap.ts";
import { seccompFilter } from "./seccomp.ts";
import { killUser, sweep } from "./sweep.ts";
import { findTool, runTool } from "./tools.ts";

test("parses the table that ps prints on any system", () => {
  const rows = parsePs(
    [
      "    1     0     1     0   1234 Ss   Sat Nov 21 05:10:00 2026",
      "  812     1   812   501  20480 S+   Sat Nov  1 06:00:00 2026    ",
      "  813   812   812   501      0 Z+   Sat Nov  1 06:00:01 2026",
      "  814   812   812   501    512 R    Sat Nov  1 06:00:02 2026",
      "no line of the table",
    ].join("\n"),
  );
  assert.deepEqual(
    rows.map((row) => row.pid),
    [1, 812, 814],
  );
  assert.deepEqual(rows[1], {
    ...{ pid: 812, parent: 1, group: 812, session: 812, uid: 501 },
    ...{ start: "Sat Nov  1 06:00:00 2026", bytes: 20480 * 1024 },
  });
  assert.deepEqual(
    descendantsOf(rows, 812).map((row) => row.pid),
    [812, 814],
  );
});

test("lists this process in the process table, with its memory", async () => {
  const own = (await processTable()).find((row) => row.pid === process.pid);
  assert.equal(own?.parent, process.ppid);
  assert.equal(own?.uid, process.getuid?.());
  const { rss } = process.memoryUsage();
  assert.ok(own.bytes > rss / 2 && own.bytes < rss * 2, `${own.bytes} beside ${rss}`);
});

test("keeps only the outermost of nested folders", () => {
  assert.deepEqual(outermost(["/a/b", "/a", "/ab", "/a/b/c", "/d/e"]), ["/a", "/ab", "/d/e"]);
});

test("finds a process's control groups wherever they are mounted, and nowhere else", () => {
  const mount = (root: string, at: string, type: string, options: string) =>
    `31 23 0:28 ${root} ${at} rw,relatime shared:9 - ${type} ${type} rw,${options}`;
  const first = [
    mount("/", "/sys/fs/cgroup/memory", "cgroup", "memory"),
    mount("/", "/sys/fs/cgroup/pids", "cgroup", "pids"),
    mount("/", "/sys/fs/cgroup/unified", "cgroup2", "nsdelegate"),
  ].join("\n");
  assert.deepEqual(ownGroups(first, "4:memory:/a/b\n8:pids:/\n0::/a"), {
    version: 1,
    folders: ["/sys/fs/cgroup/memory/a/b", "/sys/fs/cgroup/pids"],
  });
  const second = mount("/", "/sys/fs/my\\040groups", "cgroup2", "nsdelegate,memory_recursiveprot");
  const both = { version: 2, folders: ["/sys/fs/my groups/gateway.service/leaf:1"] };
  assert.deepEqual(ownGroups(second, "0::/gateway.service/leaf:1"), both);
  // A container that sees the machine's paths but has only its own part mounted.
  const part = mount("/docker/abc", "/sys/fs/cgroup", "cgroup2", "nsdelegate");
  assert.deepEqual(ownGroups(part, "0::/docker/abc/x")?.folders, ["/sys/fs/cgroup/x"]);
  assert.deepEqual(ownGroups(part, "0::/docker/abc")?.folders, ["/sys/fs/cgroup"]);
  for (const path of ["/docker/abcd", "/../other", "/"]) assert.equal(ownGroups(part, `0::${path}`), null);
  assert.equal(ownGroups(first, "4:memory:/a"), null);
  assert.equal(ownGroups(second, "0::/../other"), null);
  assert.equal(ownGroups("", ""), null);
});

test("makes a filter for every supported processor that has whole instructions and ends in a verdict", () => {
  for (const architecture of ["x64", "arm64"]) {
    const filter = seccompFilter(architecture);
    assert.equal((filter?.length ?? 1) % 8, 0);
    assert.equal(filter?.readUInt16LE((filter?.length ?? 8) - 8), 0x06);
  }
  assert.equal(seccompFilter("s390x"), null);
});

test("ends a tool that hangs, with its processes, and reports a missing one", async () => {
  const hung = await runTool([findTool("sh") ?? "/bin/sh", "-c", "sleep 60 & sleep 60"], { timeoutMs: 200 });
  assert.equal(hung.code, null);
  const missing = await runTool(["/nowhere/tool"]);
  assert.match(missing.stderr, /ENOENT/);
});

test("gives two data directories different users, and every bot a user of its own", async (t) => {
  const roots = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), "folders-"))));
  t.after(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))));
  const packages = { links: [], readable: [] };
  const all = await Promise.all(roots.map((root) => openFolders(root, packages, { bytes: 1, entries: 1 })));
  for (const folders of all) {
    const candidates = await uidCandidates(folders);
    assert.deepEqual(await uidCandidates(folders), candidates);
    for (const firstUid of candidates) {
      const uids = [1, 2, 10, 999].map((botId) => uidOf({ ...folders, firstUid }, botId));
      assert.equal(new Set(uids).size, uids.length);
      assert.ok(uids.every((uid) => uid !== null && uid > 10_000 && uid < 2 ** 31));
    }
  }
});

test("deletes what a run wrote over its quota, whether the run ended or its gateway was killed", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "excess-"));
  t.after(() => rm(root, { recursive: true }));
  const quota = { bytes: 100 * 1024, entries: 20 };
  const folders = await openFolders(root, { links: [], readable: [] }, quota);
  const folder = join(folders.bots, "1");
  const disk = {
    folder,
    uid: null,
    seesShared: false,
    memoryFolder: () => null,
    processes: async () => [],
    quota,
  };
  mkdirSync(join(folder, "kept"), { recursive: true });
  writeFileSync(join(folder, "kept/old.txt"), Buffer.alloc(40 * 1024, 1));
  const since = Date.now() + 1;
  const overfill = (bytes: number) => {
    for (const name of ["kept/new.txt", "made/new.txt"]) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      // The clock of the file system advances in steps.
      do writeFileSync(path, Buffer.alloc(bytes, 1));
      while (lstatSync(path).ctimeMs < since);
    }
  };
  overfill(4096);
  assert.equal(await removeExcess(disk, since), null);
  assert.ok(existsSync(join(folder, "made/new.txt")));

  overfill(60 * 1024);
  const failure = await removeExcess(disk, since);
  assert.match(
    failure ?? "",
    /^It was over its quota: what this run wrote was deleted, [23] files and folders of 1 MB\.$/,
  );
  assert.equal(readFileSync(join(folder, "kept/old.txt")).length, 40 * 1024);
  assert.ok(!existsSync(join(folder, "kept/new.txt")) && !existsSync(join(folder, "made/new.txt")));

  overfill(60 * 1024);
  rememberPid(folders.pids, { botId: 1, since, processes: [] });
  assert.deepEqual(
    (await reapLeftovers(folders)).map(({ botId }) => botId),
    [1],
  );
  assert.ok(existsSync(join(folder, "kept/old.txt")) && !existsSync(join(folder, "kept/new.txt")));

  assert.match(
    (await removeExcess({ ...disk, quota: { bytes: 8192, entries: 20 } }, Date.now() + 60_000)) ?? "",
    /all its files/,
  );
  assert.deepEqual(readdirSync(folder), []);
});

test("counts a folder closed to a gateway without root rights as over the quota, and removes it", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "closed-"));
  t.after(() => rm(root, { recursive: true }));
  const inner = join(root, "inner");
  mkdirSync(join(inner, "one"), { recursive: true });
  const use = () => usageOf([latin1Of(root)], { bytes: 2 ** 20, entries: 9 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const folder of [root, inner, join(inner, "one")]) chownSync(folder, 65_534, 65_534);
  if (isRoot) process.seteuid?.(65_534);
  try {
    assert.equal(use()?.entries, 2);
    chmodSync(inner, 0);
    assert.equal(use(), null);
    await removeTree(inner);
    assert.equal(use()?.entries, 0);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test("kills a process that no list shows, by its user id", async (t) => {
  if (process.getuid?.() !== 0) return t.skip("only root can act for another user");
  const uid = 1_899_000_101;
  const victim = spawn("/bin/sleep", ["60"], { uid, gid: uid, cwd: "/" });
  t.after(() => victim.kill("SIGKILL"));
  await once(victim, "spawn");
  const ended = once(victim, "exit");
  const left = await sweep({ find: () => [], isUser: () => false, users: [uid], killerUid: 1_899_000_999 });
  assert.deepEqual(left, []);
  assert.deepEqual(await ended, [null, "SIGKILL"]);
});

for (const round of [0, 10])
  test(`kills every process of a bot's user and no other (round ${round})`, async (t) => {
    if (process.getuid?.() !== 0) return t.skip("only root can act for another user");
    const [uid, killer] = [1_899_000_001 + round, 1_899_000_999];
    const start = (user: number) => {
      const child = spawn("/bin/sleep", ["60"], { uid: user, gid: user, cwd: "/" });
      t.after(() => child.kill("SIGKILL"));
      return child;
    };
    const [victim, other] = [start(uid), start(uid + 1)];
    await Promise.all([once(victim, "spawn"), once(other, "spawn")]);
    const ended = once(victim, "exit");
    await killUser(uid, killer, round);
    assert.deepEqual(await ended, [null, "SIGKILL"]);
    assert.equal(other.exitCode ?? other.signalCode, null);
  });
