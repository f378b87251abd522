import { createRequire } from 'node:module';

type Canvas = typeof import('@napi-rs/canvas');

let loaded: Canvas | undefined;

/** Skia, loaded with the first picture that is drawn: a process that draws none saves 25 MB. */
export function loadCanvas(): Canvas {
  loaded ??= createRequire(import.meta.url)('@napi-rs/canvas') as Canvas;
  return loaded;
}
