import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

/** Reads an element as a camera would see it on screen: from its screenshot, with a third-party decoder. */
export async function readQr(element: Locator): Promise<string> {
  const png = (await element.screenshot({ type: 'png' })).toString('base64');
  // A separate page turns the picture into pixels: the shop's pages may not load data.
  const page = await element.page().context().newPage();
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return { width, height, pixels: [...context.getImageData(0, 0, width, height).data] };
  }, png);
  await page.close();
  return decodeQR({ width, height, data: Uint8ClampedArray.from(pixels) });
}
