import { REPORT_LIMIT_BYTES, uploadReport } from '#contracts/supply/issuers.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import { readFormFile } from '#web/forms/read-form-file.ts';
import { attempt, type Where } from '#web/server/api.ts';

/** Sends the report of a submitted form to the API. */
export async function sendReport(request: Request, where: Where, id: string) {
  const file = await readFormFile(request, 'report', { limitBytes: REPORT_LIMIT_BYTES });
  if (!file) return { ok: false as const, refusal: refusedField('report', message('reports.missing')) };
  return attempt(where, uploadReport, { params: { id }, body: file.body });
}
