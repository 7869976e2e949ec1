import assert from "node:assert/strict";
import { it } from "node:test";
import { PICTURE_BYTES } from "../../../worker/features/organization/organization.schema.ts";
import { fitted, sizeWithin } from "./picture-file.ts";

const sized = (size: number) => ({ size }) as Blob;

it("a picture is scaled to its longest side and never enlarged", () => {
  assert.deepEqual(sizeWithin({ width: 4_000, height: 1_000 }, 2_000), { width: 2_000, height: 500 });
  assert.deepEqual(sizeWithin({ width: 10, height: 9_000 }, 512), { width: 1, height: 512 });
  assert.deepEqual(sizeWithin({ width: 64, height: 32 }, 512), { width: 64, height: 32 });
});

it("the first encoding is sent that is small enough, in ever smaller pictures", async () => {
  const asked: unknown[] = [];
  const found = await fitted({ width: 4_000, height: 2_000 }, 1_000, async ({ width }, type, quality) => {
    asked.push([width, type, quality]);
    return sized(width === 700 && quality === 0.7 ? PICTURE_BYTES : PICTURE_BYTES + 1);
  });
  assert.deepEqual([found?.width, found?.height], [700, 350]);
  assert.deepEqual(asked, [
    ...[
      [1_000, "image/webp", 0.86],
      [1_000, "image/webp", 0.7],
      [1_000, "image/jpeg", 0.8],
    ],
    ...[
      [700, "image/webp", 0.86],
      [700, "image/webp", 0.7],
    ],
  ]);
});

it("a picture that no encoding makes small enough is not sent", async () => {
  assert.equal(await fitted({ width: 9, height: 9 }, 9, async () => null), null);
});
