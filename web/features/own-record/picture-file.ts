import {
  PICTURE_BYTES,
  type PictureKind,
} from "../../../worker/features/organization/organization.schema.ts";

/** The longest side of each kind, in pixels. */
const SIDES: Record<PictureKind, number> = { banner: 2_000, mark: 512, picture: 1_280 };

type Size = { width: number; height: number };
type Encode = (size: Size, type: string, quality: number) => Promise<Blob | null>;

/** A size within a square, with the same proportions; no larger than it was. */
export function sizeWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** WebP, for browsers that write it; the others answer PNG, which may be too large, or take JPEG. */
const FORMATS = [
  ["image/webp", 0.86],
  ["image/webp", 0.7],
  ["image/jpeg", 0.8],
] as const;

/** The first encoding of a picture that is small enough, ever smaller ones being tried; null where none is. */
export async function fitted(size: Size, side: number, encode: Encode) {
  for (const part of [1, 0.7, 0.5]) {
    const within = sizeWithin(size, side * part);
    for (const [type, quality] of FORMATS) {
      const blob = await encode(within, type, quality);
      if (blob && blob.size <= PICTURE_BYTES) return { ...within, blob };
    }
  }
  return null;
}

const inBase64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Scales a picture in the browser, so that nothing of a file but its pixels is sent. @throws Error for what it cannot read */
export async function pictureOf(file: File, kind: PictureKind) {
  const bitmap = await createImageBitmap(file);
  const encode: Encode = ({ width, height }, type, quality) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
    return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
  };
  const found = await fitted(bitmap, SIDES[kind], encode);
  bitmap.close();
  if (!found) throw new Error("too large");
  const { blob, width, height } = found;
  return { bytes: await inBase64(blob), width, height };
}
