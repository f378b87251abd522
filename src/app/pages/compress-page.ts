import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** Quickest first; at these levels each of them costs less than a stream of gzip, and makes pages of about its size. */
const encoders = {
  zstd: (text: Uint8Array) => zstdCompressSync(text),
  br: (text: Uint8Array) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (text: Uint8Array) => gzipSync(text),
};
type Encoding = keyof typeof encoders;

/** What is shorter isn't worth it. */
const MIN_BYTES = 1024;

/** A rendered page in the best encoding that the browser takes; a page is there in one piece, so it is compressed in one call. */
export async function compressPage(c: Context, page: Response): Promise<Response> {
  const isText = /^text\/(html|x-script)/.test(page.headers.get('content-type') ?? '');
  if (!isText || !page.body || page.headers.has('content-encoding')) return page;
  const headers = new Headers(page.headers);
  headers.append('vary', 'Accept-Encoding');
  const text = new Uint8Array(await page.arrayBuffer());
  const encoding = text.length < MIN_BYTES ? null : encodingFor(c);
  const body = encoding ? encoders[encoding](text) : text;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(body, { status: page.status, headers });
}

function encodingFor(c: Context): Encoding | null {
  const supports = Object.keys(encoders);
  const match: Parameters<typeof accepts>[1]['match'] = (accepted) =>
    supports.find((type) => accepted.some((each) => each.type === type && each.q > 0)) ?? '';
  return (accepts(c, { header: 'Accept-Encoding', supports, default: '', match }) || null) as Encoding | null;
}
