const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const begins = (bytes: Uint8Array, ...first: number[]) => first.every((each, at) => bytes[at] === each);

/** The kinds of pictures by their first bytes; none that can hold scripts, as SVG can. */
const TYPES: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  "image/jpeg": (bytes) => begins(bytes, 0xff, 0xd8, 0xff),
  "image/png": (bytes) => begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  "image/gif": (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
  "image/webp": (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP",
  "image/avif": (bytes) => /^ftypavi[fs]$/.test(ascii(bytes, 4, 8)),
};

export const PICTURE_TYPES = Object.keys(TYPES);

/** The media type of a picture, by its first bytes; undefined for anything else. */
export const sniffType = (bytes: Uint8Array): string | undefined =>
  Object.entries(TYPES).find(([, isIt]) => isIt(bytes))?.[0];
