import type { Input } from '#contracts/call.ts';
import type { exportGobd as contract } from '#contracts/office/gobd.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { readOperator } from '../tax/operator/read-operator.ts';
import { DTD_NAME, readDtd } from './files/dtd.ts';
import { indexXml } from './files/index-xml.ts';
import { writeTable } from './files/write-table.ts';
import { type ZippedFile, zipFiles } from './files/zip-files.ts';
import { tables } from './tables/tables.ts';

/**
 * The books of a year as the German tax office's description standard wants them: tables without formatting, and an index that
 * says what stands in them. Buyers stand in no table.
 */
export async function exportGobd(
  { sql, clock }: Ctx,
  actor: Actor,
  { params: { year } }: Input<typeof contract>,
): Promise<AsyncIterable<Uint8Array>> {
  const operator = await readOperator(sql);
  if (!operator) throw new AppError('conflict', message('gobd.no_operator'));
  const now = clock.now();
  await appendAudit(sql, { ...by(actor), action: 'books.gobd_exported', subject: year, details: { year } });
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  const files: ZippedFile[] = [
    { name: 'index.xml', parts: [indexXml({ operator, days, now, tables })] },
    { name: DTD_NAME, parts: [await readDtd()] },
    ...tables.map((table) => ({ name: table.file, parts: writeTable(table, table.read(sql, days)) })),
  ];
  return zipFiles(files, now);
}
