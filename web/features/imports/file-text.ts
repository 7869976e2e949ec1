/** Bytes that are looked at for the zeros between Latin letters in UTF-16. */
const LOOKED_AT = 1_000;

/** The encoding of a text file: UTF-8, or UTF-16 with or without its mark; any other file was saved by an older program. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > sample.length / 8 && Math.min(even, odd) === 0)
    return odd > even ? "utf-16le" : "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    // What Excel on Windows calls CSV in Danish and English.
    return "windows-1252";
  }
}

/** The text of a file as its program wrote it, without a byte order mark. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}
