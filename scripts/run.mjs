// The only script that must run on a bare Node 20 with nothing installed. It installs the packages, including the
// Node that the others need, and runs scripts/<command>.ts.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [command = "", ...args] = process.argv.slice(2);

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Closes descriptors that the terminal left open besides the standard streams; every program started from here would
 * inherit them.
 */
function closeInherited() {
  let open;
  try {
    open = readdirSync("/proc/self/fd").map(Number);
  } catch {
    return;
  }
  for (const descriptor of open) {
    try {
      const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
      // O_CLOEXEC, with which Node.js opens all its own files.
      const closesOnExec = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? "", 8) & 0o2000000;
      if (descriptor > 2 && !closesOnExec) closeSync(descriptor);
    } catch {
      // The descriptor that listed the others.
    }
  }
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} Locked
 * @param {string} path
 * @returns {Record<string, Locked> | undefined} the packages of a lock file, by folder
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** @param {string[] | undefined} list @param {string} mine */
const allows = (list, mine) =>
  !list ||
  (!list.includes(`!${mine}`) && (list.includes(mine) || list.every((name) => name.startsWith("!"))));

/** Returns whether node_modules matches package-lock.json, by npm's own record of what it installed. */
function isInstalled() {
  const wanted = readLock("package-lock.json");
  const present = readLock("node_modules/.package-lock.json");
  if (!wanted)
    fail("package-lock.json is missing or damaged: bring it back with `git checkout package-lock.json`.");
  if (!present || !existsSync(packagedNode())) return false;
  const fits = (/** @type {Locked} */ entry) =>
    allows(entry.os, process.platform) && allows(entry.cpu, process.arch);
  return (
    Object.values(present).every(fits) &&
    Object.entries(wanted).every(([folder, entry]) => {
      if (folder === "") return true;
      const found = present[folder];
      if (!found) return entry.optional === true;
      return found.version === entry.version && found.integrity === entry.integrity;
    })
  );
}

function packagedNode() {
  return join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

function install() {
  console.error("Installing packages…");
  const npm = process.env["npm_execpath"];
  const options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", options, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (result.status !== 0) {
    fail("The packages could not be installed (npm's own words are above): check the network and try again.");
  }
  if (!existsSync(packagedNode())) {
    fail(
      "The packaged Node was not installed: delete node_modules and run `npm ci` with install scripts allowed.",
    );
  }
}

if (!/^[a-z][a-z-]*$/.test(command) || !existsSync(join(root, "scripts", `${command}.ts`))) {
  fail(`There is no command "${command}": see the scripts in package.json.`);
}
closeInherited();
if (!isInstalled()) install();

const child = spawn(packagedNode(), [join(root, "scripts", `${command}.ts`), ...args], {
  // The channel tells the script when this process is gone, however it ended.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: {
    ...process.env,
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].filter(Boolean).join(delimiter),
    // Keeps compiled code: hundreds of processes of the tests load the same modules.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(root, "node_modules/.cache/node"),
  },
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => child.kill(signal));
}
/** @param {number} pid */
function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and another user's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

// npm passes a signal on to the shell between npm and this process, which ends without telling its parent, and outlives an npm
// that is killed. Some shells give their place to this process.
if (process.env["npm_lifecycle_event"]) {
  const shell = process.ppid;
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(shell)], { encoding: "utf8" });
  const npm = Number(/^ *(\d+) +\S*sh -c /.exec(stdout ?? "")?.[1] ?? shell);
  setInterval(() => (process.ppid === shell && runs(npm)) || child.kill("SIGTERM"), 300).unref();
}
child.on("error", (error) => fail(`The packaged Node does not start: ${error.message}`));
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
