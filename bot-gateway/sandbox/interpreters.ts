import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StartOrder } from "../protocol.ts";
import { type Folders, folderOf } from "./folders.ts";
import type { Packages } from "./packages.ts";
import { findTool, runTool, TOOL_PATH } from "./tools.ts";

/** A Python that has discord.py. */
type Python = {
  /** Absolute path of the interpreter itself, not of a launcher. */
  file: string;
  /** The folders of its library. */
  readable: string[];
};

/** The programs and settings that run bots of each framework. */
export type Interpreters = {
  runtime: string;
  packages: Packages;
  python: Python | null;
  /** Whether Node.js restricts the bot with its permission model. */
  nodePermissions: boolean;
  memoryMegabytes: number;
};

/** The share of a bot's memory for JavaScript objects; buffers and the interpreter need the rest. */
const HEAP_SHARE = 0.6;
const SMALLEST_HEAP = 48;

/** Prepares the search path as Python does for a script, which isolated mode leaves out, and runs the script. */
const PYTHON_START = [
  "import sys",
  "__file__ = sys.argv[1]",
  "sys.path[:0] = sys.argv[2:]",
  "sys.argv = sys.argv[1:2]",
  "import command_centre_network",
  'exec(compile(open(__file__, "rb").read(), __file__, "exec"), globals())',
].join("\n");

function nodeCommand(interpreters: Interpreters, folders: Folders, folder: string, main: string): string[] {
  const heap = Math.max(SMALLEST_HEAP, Math.floor(interpreters.memoryMegabytes * HEAP_SHARE));
  const readable = [
    folder,
    join(folders.bots, "node_modules"),
    join(folders.bots, "package.json"),
    ...interpreters.packages.readable,
  ];
  return [
    process.execPath,
    `--max-old-space-size=${heap}`,
    // A .js file may be a module of either type without a warning.
    "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
    ...(interpreters.nodePermissions
      ? [
          "--permission",
          ...readable.map((path) => `--allow-fs-read=${path}`),
          `--allow-fs-write=${folder}`,
          // Newer versions restrict the network too, which a bot needs.
          ...(process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : []),
        ]
      : []),
    `--require=${join(interpreters.runtime, "node", "network.cjs")}`,
    join(folder, main),
  ];
}

/** Returns the interpreter with its arguments that runs a bot's main file, a path inside its folder. */
export function interpreterCommand(
  interpreters: Interpreters,
  folders: Folders,
  { framework, botId, mainFile }: { framework: StartOrder["framework"]; botId: number; mainFile: string },
): { command: string[]; readable: string[] } {
  const folder = folderOf(folders, botId);
  if (framework === "discord.js")
    return {
      command: nodeCommand(interpreters, folders, folder, mainFile),
      readable: [
        process.execPath,
        join(folders.bots, "node_modules"),
        join(folders.bots, "package.json"),
        ...interpreters.packages.readable,
      ],
    };
  if (!interpreters.python) throw new Error("discord.py is not installed where the gateway runs.");
  const { file, readable } = interpreters.python;
  const main = join(folder, mainFile);
  const modules = join(interpreters.runtime, "python");
  return {
    command: [file, "-I", "-B", "-u", "-c", PYTHON_START, main, modules, dirname(main)],
    readable: [file, modules, ...readable].filter((path) => existsSync(path)),
  };
}

/**
 * Looks for the module without loading it, which would take most of the time; the trial of the framework loads it.
 */
const DESCRIBE = `
import importlib.util, json, sys
if importlib.util.find_spec("discord") is None: sys.exit(1)
print(json.dumps([sys.executable, [sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]]))
`;

/** Returns the first of the wanted Python, `python3` and /usr/bin/python3 that has discord.py. */
export async function findPython(wanted: string | undefined): Promise<Python | null> {
  const candidates = [
    wanted === undefined || wanted.includes("/") ? wanted : findTool(wanted),
    findTool("python3"),
    "/usr/bin/python3",
  ];
  for (const file of new Set(candidates)) {
    if (!file) continue;
    const environment = { PATH: `${dirname(file)}:${process.env["PATH"] ?? TOOL_PATH}` };
    const found = await runTool([file, "-I", "-B", "-c", DESCRIBE], {
      environment,
      timeoutMs: 60_000,
      cwd: "/",
    });
    if (found.code !== 0) continue;
    const [executable, paths] = JSON.parse(found.stdout) as [string, string[]];
    // A prefix such as / or /opt would make everything below it readable.
    return {
      file: executable,
      readable: paths.filter((path) => path.split("/").length > 2 && existsSync(path)),
    };
  }
  return null;
}
