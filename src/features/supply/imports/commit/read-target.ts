import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkFormat } from '../../../oversight/import-guard/check-format.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import { roundingOf } from '../../batches/prices/rounding-of.ts';
import { requireLinkHost } from '../../programmes/facts/require-link-host.ts';
import type { StockTerms } from '../check/apply-stock-rules.ts';

/** What of a batch and its programme an import needs. */
export interface ImportBatch extends Omit<StockTerms, 'usd_e9'> {
  id: string;
  name: string;
  programme_id: string;
  state: string;
  supplier: string;
  programme_state: string;
  network: 'closed_loop' | 'open_loop';
  terms_url: string;
  code_format: CodeFormat;
  data_key: Buffer;
  discount_bp: number;
  rounding_cents: number;
  /** The only file that the batch takes, until it has it. */
  announced_sha256: Buffer | null;
}

/** The batch, if it may be imported into. */
export async function readTarget({ sql, config }: Pick<Ctx, 'sql' | 'config'>, id: string): Promise<ImportBatch> {
  const [batch] = await sql<ImportBatch[]>`
    select b.id, b.name, b.programme_id, b.state, b.supplier, b.data_key, b.discount_bp,
      case when b.state = 'draft' then b.file_sha256 end as announced_sha256,
      p.state as programme_state, p.network, p.terms_url, p.code_format,
      array[p.country] || p.other_countries as countries,
      p.currency, p.face_values_cents, p.face_range, ${roundingOf(sql)} as rounding_cents
    from batches b join programmes p on p.id = b.programme_id where b.id = ${id}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  if (batch.programme_state !== 'active') throw new AppError('conflict', message('programme.not_approved'));
  // A programme of an earlier release may have a mask that is refused today.
  const rule = checkFormat(batch.code_format, batch.network);
  if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
  requireLinkHost({ config }, batch);
  if (batch.state === 'withdrawn') throw new AppError('conflict', message('import.withdrawn'));
  return batch;
}
