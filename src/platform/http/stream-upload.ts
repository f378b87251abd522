import { message } from '#i18n/message.ts';
import { AppError } from './errors.ts';

/** An uploaded file as a stream that ends with an error above its limit. Whoever reads it decides what is kept. */
export function streamUpload(
  request: Request,
  { upload = '', bodyLimitBytes = 0 }: { upload?: string; bodyLimitBytes?: number },
): AsyncIterable<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== upload) throw new AppError('malformed', message('api.not_upload_type', { type: upload }));
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimitBytes) throw tooLarge(bodyLimitBytes);
  return limitUpload(request.body ?? [], bodyLimitBytes);
}

/** A file's parts, up to its limit. */
export async function* limitUpload(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

const tooLarge = (limit: number) => new AppError('too_large', message('api.too_large', { limit }));
