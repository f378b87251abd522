import { createHash } from 'node:crypto';
import { type BrandPicture, drawBrand } from './draw-brand.ts';

export interface Picture {
  png: Buffer;
  etag: string;
}

/** At about 200 KB each. */
const MAX_PICTURES = 50;

/** A brand's picture, drawn unless it was lately; `mayDraw` throws if that is too often. */
type FindPicture = (brand: BrandPicture, mayDraw: () => Promise<void>) => Promise<Picture>;

/** Remembers what is being drawn, and the last pictures that were asked for. */
export function createPictureCache(): FindPicture {
  // By all that can be seen.
  const pictures = new Map<string, Promise<Picture>>();
  return async (brand, mayDraw) => {
    const { name, theme, shop } = brand;
    const key = JSON.stringify([name, theme.color_from, theme.color_to, theme.motif, shop.name, shop.logo?.id]);
    let picture = pictures.get(key);
    if (!picture) {
      await mayDraw();
      picture = pictures.get(key) ?? draw(brand);
    }
    // Again at the end: the first ones are dropped first.
    pictures.delete(key);
    pictures.set(key, picture);
    const [oldest] = pictures.keys();
    if (pictures.size > MAX_PICTURES) pictures.delete(oldest!);
    picture.catch(() => pictures.delete(key));
    return picture;
  };
}

async function draw(brand: BrandPicture): Promise<Picture> {
  const png = await drawBrand(brand);
  return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` };
}
