import { createHash } from 'node:crypto';
import type { Canvas, Image } from '@napi-rs/canvas';
import { type Logo, pageColours } from '#contracts/messages/branding.ts';
import { contrast } from '#contracts/messages/contrast.ts';
import type { LogoFile } from '#contracts/messages/logo-files.ts';
import { loadCanvas } from '#platform/images/load-canvas.ts';

/** Three times as large as in the header, for fine screens and paper. */
const MAX_SIZE = { width: 480, height: 96 };
/** Where shapes and colours are measured. */
const MEASURED = 256;
const OPAQUE = 32;
const FAINT = 2;

/** The part of a square that the logo takes: devices may cut a maskable icon to a circle. */
const icons: { file: LogoFile; size: number; share: number }[] = [
  { file: 'icon-180', size: 180, share: 0.8 },
  { file: 'icon-192', size: 192, share: 0.8 },
  { file: 'icon-512', size: 512, share: 0.8 },
  { file: 'maskable-512', size: 512, share: 0.6 },
];

export interface DrawnLogo {
  logo: Logo;
  files: { file: LogoFile; bytes: Uint8Array }[];
}

/** Draws a picture anew without its empty margins: what else the file held is lost. null: nothing can be seen on it. */
export async function drawLogo(bytes: Uint8Array): Promise<DrawnLogo | null> {
  const { loadImage } = loadCanvas();
  const image = await loadImage(bytes).catch(() => null);
  const seen = image && measure(image);
  if (!seen) return null;
  const { box, plate } = seen;
  const scale = Math.min(MAX_SIZE.width / box.width, MAX_SIZE.height / box.height, 1);
  const [width, height] = [box.width, box.height].map((side) => Math.max(1, Math.round(side * scale)));
  const small = canvasOf(width!, height!);
  paint(small, image, box, { x: 0, y: 0, width: width!, height: height! });
  const drawn = await Promise.all([
    { file: 'logo' as const, bytes: await small.encode('png') },
    ...icons.map(async ({ file, size, share }) => ({
      file,
      bytes: await iconOf({ image, box, plate, size, share }).encode('png'),
    })),
  ]);
  const id = createHash('sha256').update(drawn[0]!.bytes).digest('hex').slice(0, 32);
  return { logo: { id, width: width!, height: height!, plate }, files: drawn };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const canvasOf = (width: number, height: number): Canvas => loadCanvas().createCanvas(width, height);

function paint(canvas: Canvas, image: Image, from: Box, to: Box): void {
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
}

function iconOf({ image, box, plate, size, share }: { image: Image; size: number; share: number } & Seen): Canvas {
  const canvas = canvasOf(size, size);
  const pen = canvas.getContext('2d');
  pen.fillStyle = pageColours[plate === 'dark' ? 'dark' : 'light'].surface;
  pen.fillRect(0, 0, size, size);
  const scale = (size * share) / Math.max(box.width, box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  paint(canvas, image, box, { x: (size - width) / 2, y: (size - height) / 2, width, height });
  return canvas;
}

interface Seen {
  /** Around everything that can be seen. */
  box: Box;
  plate: Logo['plate'];
}

/** Looks at a small copy: how far the picture reaches, and how its colour stands out on our pages. */
function measure(image: Image): Seen | null {
  const scale = Math.min(MEASURED / Math.max(image.width, image.height), 1);
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = canvasOf(width!, height!);
  paint(
    canvas,
    image,
    { x: 0, y: 0, width: image.width, height: image.height },
    { x: 0, y: 0, width: width!, height: height! },
  );
  const { data } = canvas.getContext('2d').getImageData(0, 0, width!, height!);
  const edge = { left: width!, right: -1, top: height!, bottom: -1 };
  const sum = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < OPAQUE) continue;
    const [x, y] = [(at / 4) % width!, Math.floor(at / 4 / width!)];
    edge.left = Math.min(edge.left, x);
    edge.right = Math.max(edge.right, x);
    edge.top = Math.min(edge.top, y);
    edge.bottom = Math.max(edge.bottom, y);
    for (const channel of [0, 1, 2]) sum[channel]! += data[at + channel]!;
    count++;
  }
  if (count === 0) return null;
  const [across, down] = [edge.right - edge.left + 1, edge.bottom - edge.top + 1];
  const whole = { x: edge.left / scale, y: edge.top / scale, width: across / scale, height: down / scale };
  const colour = `#${sum
    .map((all) =>
      Math.round(all / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
  // A picture without gaps brings its own background.
  return { box: whole, plate: count > 0.95 * across * down ? null : plateFor(colour) };
}

function plateFor(colour: string): Logo['plate'] {
  if (contrast(colour, pageColours.dark.surface) < FAINT) return 'light';
  return contrast(colour, pageColours.light.surface) < FAINT ? 'dark' : null;
}
