import { MANIFEST_LIMIT_BYTES, uploadManifest } from '#contracts/supply/issuers.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import { readFormFile } from '#web/forms/read-form-file.ts';
import { attempt, type Where } from '#web/server/api.ts';

/** Sends the manifest of a submitted form to the API. */
export async function sendManifest(request: Request, where: Where, id: string) {
  const file = await readFormFile(request, 'manifest', { limitBytes: MANIFEST_LIMIT_BYTES });
  if (!file) return { ok: false as const, refusal: refusedField('manifest', message('reseller.manifest_missing')) };
  return attempt(where, uploadManifest, { params: { id }, body: file.body });
}
