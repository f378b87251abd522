import { readFileSync } from 'node:fs';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { pageColours, type ShopBranding } from '#contracts/messages/branding.ts';
import { isWordmark } from '#contracts/messages/logo-files.ts';
import { loadCanvas } from '#platform/images/load-canvas.ts';
import { type CardTheme, motifOf, paintOf } from '#web/ui/card/card-theme.ts';

export interface BrandPicture {
  name: string;
  theme: CardTheme;
  shop: Pick<ShopBranding, 'name' | 'logo'>;
  /** The picture of the shop's logo. */
  logo: Buffer | null;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const LOGO_HEIGHT = 56;
const PLATE = 14;
const fileOf = (path: string) => readFileSync(new URL(`../../web/${path}`, import.meta.url));
const motifs = fileOf('ui/card/motifs.svg').toString();

/** A brand's face in the shape in which messengers and networks show links, with the shop that it is from; a PNG. */
export async function drawBrand({ name, theme, shop, logo }: BrandPicture): Promise<Buffer> {
  const { createCanvas, loadImage } = loadCanvas();
  registerFonts();
  const { ink, from, to } = paintOf(theme);
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  const tint = pen.createLinearGradient(0, 0, WIDTH, HEIGHT);
  tint.addColorStop(0, from);
  tint.addColorStop(1, to);
  pen.fillStyle = tint;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.drawImage(await loadImage(motifIn(theme.motif, ink)), 0, 0, WIDTH, HEIGHT);
  pen.fillStyle = ink;
  pen.fillText(fitted(pen, name), MARGIN, HEIGHT - MARGIN - 10);
  let left = MARGIN;
  if (logo && shop.logo) {
    const image = await loadImage(logo);
    const scale = Math.min(LOGO_HEIGHT / image.height, (WIDTH - 4 * MARGIN) / image.width);
    const [width, height] = [image.width * scale, image.height * scale];
    pen.fillStyle = pageColours[shop.logo.plate === 'dark' ? 'dark' : 'light'].surface;
    pen.beginPath();
    pen.roundRect(MARGIN, MARGIN - PLATE, width + 2 * PLATE, height + 2 * PLATE, 12);
    pen.fill();
    pen.drawImage(image, MARGIN + PLATE, MARGIN, width, height);
    left += width + 2 * PLATE + 24;
  }
  pen.fillStyle = ink;
  pen.font = '36px "Shop text", sans-serif';
  if (!shop.logo || !isWordmark(shop.logo)) pen.fillText(shop.name, left, MARGIN + 42, WIDTH - MARGIN - left);
  return canvas.encode('png');
}

let registered = false;

/** The shop's own fonts; a letter that they lack comes from those of the system. */
function registerFonts(): void {
  if (registered) return;
  registered = true;
  const { GlobalFonts } = loadCanvas();
  for (const font of ['headline', 'text']) GlobalFonts.register(fileOf(`styles/fonts/${font}.woff2`), `Shop ${font}`);
}

/** The middle of a face, which is higher than the picture. */
function motifIn(motif: string, ink: string): Buffer {
  const [, drawn = ''] = new RegExp(`<symbol id="${motifOf(motif)}"[^>]*>(.*?)</symbol>`, 's').exec(motifs) ?? [];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 17 320 168" width="${WIDTH}" height="${HEIGHT}"><g opacity="0.2">${drawn.replaceAll('currentColor', ink)}</g></svg>`,
  );
}

/** The name in the largest size that fits, at the smallest cut. */
function fitted(pen: SKRSContext2D, name: string): string {
  const fits = (text: string) => pen.measureText(text).width <= WIDTH - 2 * MARGIN;
  for (const size of [112, 88, 68, 52]) {
    pen.font = `700 ${size}px "Shop headline", serif`;
    if (fits(name)) return name;
  }
  const cut = [...name];
  while (cut.length > 1 && !fits(`${cut.join('')}…`)) cut.pop();
  return `${cut.join('').trimEnd()}…`;
}
