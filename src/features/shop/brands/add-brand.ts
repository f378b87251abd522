import type { Input, Reply } from '#contracts/call.ts';
import type { addBrand as contract } from '#contracts/shop/brands.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { refuseLookalike } from '../../supply/programmes/brand-names/refuse-lookalike.ts';
import { readBrand } from './office/read-brand.ts';

export async function addBrand(
  { sql }: Ctx,
  actor: Actor,
  { body: { name } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(sql, async (tx) => {
    // One at a time, since the names of all brands exclude each other.
    await tx`select from brands order by id for update`;
    await refuseLookalike(tx, name, null);
    const [{ id }] = await tx<[{ id: string }]>`select brand_named(${name}) as id`;
    await appendAudit(tx, { ...by(actor), action: 'brand.added', subject: id, details: { name } });
    return { data: await readBrand(tx, id) };
  });
}
