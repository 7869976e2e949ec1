import { endianness } from "node:os";

/**
 * A filter of system calls that a bot never needs and that would let it escape its limits: new namespaces and mounts
 * (memory that no limit counts), memory files and System V shared memory (the same), tracing, keys, kernel interfaces
 * with a history of vulnerabilities, and sessions of its own, because Linux shares the processor between sessions. All
 * other calls stay allowed. Format: an array of struct sock_filter, see
 * https://docs.kernel.org/userspace-api/seccomp_filter.html
 */

type Machine = { audit: number; clone: number; fallocate: number; refused: readonly number[] };

/** System calls that have the same number on every architecture since Linux 5.1. */
const REFUSED_EVERYWHERE = [
  425,
  426,
  427, // io_uring_setup, io_uring_enter, io_uring_register
  428,
  429,
  430,
  431,
  432,
  433,
  442, // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
  438, // pidfd_getfd
  447, // memfd_secret
];
const CLONE3 = 435;

const MACHINES: Partial<Record<string, Machine>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    fallocate: 285,
    refused: [
      29,
      64,
      68,
      240, // shmget, semget, msgget, mq_open
      112, // setsid
      101,
      310,
      311, // ptrace, process_vm_readv, process_vm_writev
      155,
      165,
      166,
      272,
      308, // pivot_root, mount, umount2, unshare, setns
      175,
      246,
      313,
      320, // init_module, kexec_load, finit_module, kexec_file_load
      248,
      249,
      250, // add_key, request_key, keyctl
      298,
      304,
      319,
      321,
      323, // perf_event_open, open_by_handle_at, memfd_create, bpf, userfaultfd
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    fallocate: 47,
    refused: [
      194,
      190,
      186,
      180, // shmget, semget, msgget, mq_open
      157, // setsid
      117,
      270,
      271, // ptrace, process_vm_readv, process_vm_writev
      41,
      40,
      39,
      97,
      268, // pivot_root, mount, umount2, unshare, setns
      105,
      104,
      273,
      294, // init_module, kexec_load, finit_module, kexec_file_load
      217,
      218,
      219, // add_key, request_key, keyctl
      241,
      265,
      279,
      280,
      282, // perf_event_open, open_by_handle_at, memfd_create, bpf, userfaultfd
    ],
  },
};

const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [ALLOW, KILL, REFUSE, NOT_THERE] = [0x7fff0000, 0x80000000, 0x00050000 | 1, 0x00050000 | 38];
const NOT_SUPPORTED = 0x00050000 | 95;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
const [NUMBER_AT, ARCHITECTURE_AT, FIRST_ARGUMENT_AT] = [0, 4, 16];
const X32_BIT = 0x40000000;

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

/** Returns the filter for this processor, or null when it is not supported. */
export function seccompFilter(architecture: string = process.arch): Buffer | null {
  const machine = MACHINES[architecture];
  if (!machine || endianness() !== "LE") return null;
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE_AT],
    [EQUAL, 1, 0, machine.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER_AT],
    [AT_LEAST, 0, 1, X32_BIT],
    [RETURN, 0, 0, REFUSE],
    // The flags of clone3 are in memory, which a filter cannot read; the C library falls back to clone.
    [EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, NOT_THERE],
  ];
  // fallocate takes any amount of the disk at once; the C library writes bytes instead.
  program.push([EQUAL, 0, 1, machine.fallocate], [RETURN, 0, 0, NOT_SUPPORTED]);
  for (const number of [...machine.refused, ...REFUSED_EVERYWHERE])
    program.push([EQUAL, 0, 1, number], [RETURN, 0, 0, REFUSE]);
  program.push(
    [EQUAL, 0, 3, machine.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT_AT],
    [ANY_BIT, 0, 1, NEW_NAMESPACES],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
  );
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
