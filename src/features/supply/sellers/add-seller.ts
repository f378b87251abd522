import type { Input, Reply } from '#contracts/call.ts';
import type { addSeller as contract } from '#contracts/supply/sellers.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { openAccounts } from '#platform/ledger/transfer.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { refuseEmbargoed } from '../../customers/sanctions/refuse-embargoed.ts';
import { readSeller } from './seller/read-sellers.ts';
import { sellerKeyAad, taxIdAad } from './seller/seller-key.ts';
import { SELLER_KINDS, sellerAccount } from './shares/seller-account.ts';

/** Records the application of a seller, with the tax id sealed, and opens their accounts. */
export async function addSeller(
  ctx: VaultCtx,
  actor: Actor,
  { body: { tax_id, ...facts } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    await refuseEmbargoed(sql, { country: facts.country });
    const [{ id }] = await sql<[{ id: string }]>`select uuidv7() as id`;
    const { key, wrapped } = ctx.vault.newDataKey(sellerKeyAad(id));
    const sealed = ctx.vault.seal(key, tax_id, taxIdAad(id));
    const row = { ...facts, id, data_key: wrapped, tax_id: sealed };
    await sql`insert into sellers ${sql({ ...row, created_by: actor.user.id, created_at: ctx.clock.now() })}`;
    await openAccounts(
      sql,
      SELLER_KINDS.map((kind) => sellerAccount(kind, id)),
    );
    const { contact_email: _contact, ...details } = facts;
    await appendAudit(sql, { ...by(actor), action: 'seller.added', subject: id, details });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
