import type { BatchFacts } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../ctx.ts';
import { readOpenProposal } from '../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { floorOf } from './prices/floor-of.ts';
import { batchKind } from './proposals/batch-kind.ts';

/** A batch with what its approver needs to judge it. */
export async function readBatch(sql: Db, actor: Actor, id: string): Promise<BatchFacts> {
  const [batch] = await sql<Omit<BatchFacts, 'proposal'>[]>`
    select b.id, b.state, b.name, jsonb_build_object('id', p.id, 'name', p.name, 'currency', p.currency) as programme,
      case when s.id is not null then jsonb_build_object('id', s.id, 'legal_name', s.legal_name) end as seller,
      b.supplier, b.invoice_reference, b.invoice_date, encode(b.evidence_sha256, 'hex') as evidence_sha256,
      encode(b.file_sha256, 'hex') as file_sha256, b.discount_bp, ${floorOf(sql)} as floor_bp, b.usd_e9,
      b.braked_at, b.created_at, jsonb_build_object('id', c.id, 'username', c.username) as created_by,
      case when i.id is not null then jsonb_build_object('id', i.id, 'username', i.username) end as imported_by,
      jsonb_build_object('total', coalesce(f.total, 0), 'confirmed', coalesce(f.confirmed, 0),
        'quarantined', coalesce(f.quarantined, 0), 'face_cents', coalesce(f.face_cents, 0),
        'price_cents', coalesce(f.price_cents, 0)) as cards
    from batches b join programmes p on p.id = b.programme_id
    join users c on c.id = b.created_by left join users i on i.id = b.imported_by
    left join batch_figures f on f.batch_id = b.id
    left join sellers s on s.id = b.seller_id
    where b.id = ${id}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  return { ...batch, proposal: await readOpenProposal(sql, actor, batchKind, id) };
}
