import { data } from 'react-router';
import { MANIFEST_LIMIT_BYTES, uploadManifest } from '#contracts/issuers.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import { attempt, type Where } from '#web/server/api.ts';

const MULTIPART_BYTES = 100_000;

export const isMultipart = (request: Request): boolean =>
  request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

/** Sends the manifest of a submitted form to the API. */
export async function sendManifest(request: Request, where: Where, id: string) {
  const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (bytes > MANIFEST_LIMIT_BYTES + MULTIPART_BYTES)
    throw data({ message: message('form.too_large') }, { status: 413 });
  const file = (await request.formData()).get('manifest');
  if (!(file instanceof File) || file.size === 0)
    return { ok: false as const, refusal: refusedField('manifest', message('reseller.manifest_missing')) };
  const body = file.stream() as unknown as AsyncIterable<Uint8Array>;
  return attempt(where, uploadManifest, { params: { id }, body });
}
