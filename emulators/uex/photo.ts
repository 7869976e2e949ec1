import { encodePng } from "./png.ts";
import type { Vehicle } from "./vehicles.ts";

const WIDTH = 640;
const HEIGHT = 360;

type Colour = readonly [number, number, number];
/**
 * Points from stern to bow, with x from 0 to 1 along the ship and y above (positive) or below its middle, relative to
 * its length.
 */
type Shape = { points: (readonly [number, number])[]; light: number };

/** Returns a number from 0 up to 1 that is always the same for a vehicle and a purpose. */
function chance(id: number, purpose: number): number {
  let mixed = Math.imul(id * 131 + purpose * 7919 + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
}

/** https://www.w3.org/TR/css-color-3/#hsl-color */
function hsl(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** Returns the shapes of a vehicle seen from the side. */
function shapesOf(vehicle: Vehicle): Shape[] {
  const { flags, pad, id } = vehicle;
  const is = (flag: string) => flags.includes(flag);
  const t = chance(id, 1) * 0.02;
  if (is("ground_vehicle")) {
    return [
      {
        points: [
          [0.02, -0.04],
          [0.05, 0.07],
          [0.3, 0.09],
          [0.85, 0.05],
          [0.98, -0.04],
        ],
        light: 0.42,
      },
      {
        points: [
          [0.32, 0.09],
          [0.38, 0.17],
          [0.6, 0.16],
          [0.74, 0.06],
        ],
        light: 0.6,
      },
      ...[0.16, 0.4, 0.82].map((middle) => ({ points: circle(middle, -0.07, 0.075), light: 0.16 })),
    ];
  }
  if (pad === "XL" || pad === "L") {
    const boxes = is("cargo")
      ? [0.2, 0.31, 0.42, 0.53].flatMap((from) => [
          { points: box(from, 0.05, 0.095, 0.075), light: 0.46 },
          { points: box(from, -0.125, 0.095, 0.075), light: 0.28 },
        ])
      : [
          {
            points: [
              [0.3, 0.07],
              [0.36, 0.14 + t],
              [0.5, 0.14 + t],
              [0.58, 0.06],
            ] as Shape["points"],
            light: 0.4,
          },
        ];
    return [
      {
        points: [
          [0.03, 0.1],
          [0.2, 0.07],
          [0.2, -0.08],
          [0.03, -0.11],
        ],
        light: 0.25,
      },
      ...boxes,
      {
        points: [
          [0, 0.04],
          [0.12, 0.075],
          [0.7, 0.075 + t],
          [0.88, 0.045],
          [1, -0.005],
          [0.86, -0.06],
          [0.1, -0.07],
          [0, -0.04],
        ],
        light: 0.5,
      },
      {
        points: [
          [0.74, 0.068],
          [0.8, 0.09],
          [0.9, 0.035],
        ],
        light: 0.85,
      },
    ];
  }
  const wide = is("mining") || is("salvage") || pad === "M" ? 1.35 : 1;
  return [
    {
      points: [
        [0.02, 0.02],
        [0.07, 0.15 * wide],
        [0.13, 0.15 * wide],
        [0.32, 0.05],
      ],
      light: 0.24,
    },
    {
      points: [
        [0.22, -0.04],
        [0.3, -0.13],
        [0.5, -0.125],
        [0.44, -0.04],
      ],
      light: 0.2,
    },
    ...(is("mining")
      ? [
          {
            points: [
              [0.6, -0.03],
              [0.98, -0.12],
              [0.97, -0.15],
              [0.55, -0.08],
            ] as Shape["points"],
            light: 0.3,
          },
        ]
      : []),
    {
      points: [
        [0, 0.03],
        [0.16, 0.06 * wide],
        [0.55, 0.075 * wide],
        [0.7, 0.05],
        [1, -0.015],
        [0.66, -0.05],
        [0.12, -0.055 * wide],
        [0, -0.025],
      ],
      light: 0.5,
    },
    {
      points: [
        [0.52, 0.07 * wide],
        [0.6, 0.105 * wide + t],
        [0.68, 0.09],
        [0.76, 0.035],
      ],
      light: 0.85,
    },
  ];
}

const box = (x: number, y: number, width: number, height: number): Shape["points"] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const circle = (x: number, y: number, radius: number): Shape["points"] =>
  Array.from({ length: 28 }, (_, at) => {
    const angle = (at / 28) * 2 * Math.PI;
    return [x + radius * Math.cos(angle) * 0.9, y + radius * Math.sin(angle)] as const;
  });

function isInside(points: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = points.length - 1; at < points.length; before = at, at += 1) {
    const [ax, ay] = points[at] ?? [0, 0];
    const [bx, by] = points[before] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Hues of the background, by the maker's number. */
const HUES = [0, 200, 215, 165, 45, 290, 25, 190, 14, 260, 150, 90, 330, 230, 38, 175, 300, 168, 70, 280];

class Canvas {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT * 3);

  /** Blends a colour over a pixel; `share` is from 0 to 1. */
  blend(x: number, y: number, colour: Colour, share: number): void {
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return;
    const { pixels } = this;
    const at = (y * WIDTH + x) * 3;
    pixels[at] = (pixels[at] ?? 0) * (1 - share) + colour[0] * share;
    pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - share) + colour[1] * share;
    pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - share) + colour[2] * share;
  }
}

/** Returns the colours between two, so that each pixel only has to pick one. */
const between = (from: Colour, to: Colour): Colour[] =>
  Array.from({ length: 64 }, (_, at) => {
    const mix = (part: 0 | 1 | 2) => from[part] + ((to[part] - from[part]) * at) / 63;
    return [mix(0), mix(1), mix(2)];
  });
const pick = (colours: readonly Colour[], share: number): Colour =>
  colours[Math.max(0, Math.min(63, Math.round(share * 63)))] ?? [0, 0, 0];

function paintSpace(canvas: Canvas, id: number, hue: number): void {
  const sky = between(hsl(hue, 0.3, 0.08), hsl(hue, 0.32, 0.24));
  const ground = between(hsl(hue, 0.3, 0.1), hsl(hue + 14, 0.3, 0.34));
  const isFar = chance(id, 4) < 0.4;
  const [px, py] = [WIDTH * (0.15 + 0.75 * chance(id, 3)), HEIGHT * (isFar ? 0.2 : 1.5)];
  const radius = isFar ? 40 + 25 * chance(id, 5) : 300;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const away = Math.sqrt(((x - WIDTH * 0.6) / WIDTH) ** 2 + ((y - HEIGHT * 0.55) / HEIGHT) ** 2);
      canvas.blend(x, y, pick(sky, (y / HEIGHT) * 0.5 + Math.max(0, 0.5 - 0.8 * away)), 1);
      const inside = radius - Math.sqrt((x - px) ** 2 + (y - py) ** 2);
      if (inside <= 0) continue;
      const sun = 0.5 + ((px - x) * 0.4 + (py - y)) / (radius * 2.2);
      canvas.blend(x, y, pick(ground, sun), Math.min(1, inside) * 0.8);
    }
  }
  for (let star = 0; star < 34; star += 1) {
    const [x, y] = [
      Math.floor(WIDTH * chance(id, 10 + star)),
      Math.floor(HEIGHT * 0.8 * chance(id, 90 + star)),
    ];
    canvas.blend(x, y, [255, 255, 255], 0.25 + 0.6 * chance(id, 170 + star));
  }
}

function paintFlame(canvas: Canvas, left: number, middle: number, colour: Colour): void {
  for (let y = -16; y <= 16; y += 1) {
    for (let x = -90; x <= 10; x += 1) {
      const share = Math.exp(-((y / 5) ** 2)) * Math.exp(-Math.abs(x) / (x > 0 ? 4 : 26));
      canvas.blend(Math.round(left + x), Math.round(middle + y), colour, Math.min(0.95, share));
    }
  }
}

/** Points in a pixel that determine how much of it a shape covers. */
const SAMPLES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

function paintShape(
  canvas: Canvas,
  points: readonly (readonly [number, number])[],
  light: number,
  hue: number,
): void {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [high, low] = [Math.floor(Math.min(...ys)), Math.ceil(Math.max(...ys))];
  for (let y = high; y <= low; y += 1) {
    const colour = hsl(
      hue,
      0.12,
      Math.min(0.92, light * (1.15 - (0.75 * (y - high)) / Math.max(1, low - high))),
    );
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x += 1) {
      let covered = 0;
      for (const [dx, dy] of SAMPLES) if (isInside(points, x + dx, y + dy)) covered += 0.25;
      if (covered > 0) canvas.blend(x, y, colour, covered);
    }
  }
}

/** The share of a photo's width that a vehicle takes, by its landing pad. */
const LENGTHS: Readonly<Record<string, number>> = { XS: 0.42, S: 0.58, M: 0.66, L: 0.76, XL: 0.84 };

/** Draws a photo of a vehicle, a PNG of 640 by 360 that is the same every time. */
export function drawPhoto(vehicle: Vehicle): Buffer {
  const { id, makerId, pad, flags } = vehicle;
  const hue = (HUES[makerId % HUES.length] ?? 210) + (chance(id, 2) - 0.5) * 24;
  const isGround = flags.includes("ground_vehicle");
  const length = WIDTH * (isGround ? 0.44 : (LENGTHS[pad] ?? 0.6));
  const [left, middle] = [(WIDTH - length) / 2 + 16, HEIGHT * 0.53];
  const canvas = new Canvas();
  paintSpace(canvas, id, hue);
  if (!isGround) paintFlame(canvas, left, middle, hsl(hue + 150, 0.7, 0.82));
  for (const { points, light } of shapesOf(vehicle)) {
    const placed = points.map(([x, y]) => [left + x * length, middle - y * length] as const);
    paintShape(canvas, placed, light, hue + 8);
  }
  return encodePng(WIDTH, HEIGHT, canvas.pixels);
}
