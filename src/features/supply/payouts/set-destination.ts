import type { Input, Reply } from '#contracts/call.ts';
import type { setDestination as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { requireOwnSeller } from '../sellers/access/require-own-seller.ts';
import { inForceFrom } from '../sellers/seller/in-force-from.ts';
import { lockSeller } from '../sellers/seller/lock-seller.ts';
import { destinationAad, sellerKeyAad } from '../sellers/seller/seller-key.ts';
import { isListed } from './destination/is-listed.ts';
import { parseAddress } from './destination/parse-address.ts';
import { readPayment } from './owed/read-payment.ts';

/** Changes where a seller is paid and tells their contact by mail. It counts after three days. */
export async function setDestination(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { kind } = body;
  const address = parseAddress(kind, body.address, ctx.config.demo);
  const data = await transaction(ctx.sql, async (sql) => {
    await requireOwnSeller(sql, actor, id);
    const seller = await lockSeller(sql, id);
    const { data_key } = seller;
    if (seller.state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    if (await isListed(sql, kind, address)) throw invalidField('address', message('payout.listed'));
    const now = ctx.clock.now();
    const in_force_from = await inForceFrom(ctx, sql, seller);
    const [row] = await sql<[{ id: string }]>`
      insert into seller_destinations ${sql({
        seller_id: id,
        kind,
        hint: `${address.slice(0, 4)}…${address.slice(-4)}`,
        set_by: actor.user.id,
        sealed: ctx.vault.seal(ctx.vault.unwrap(data_key, sellerKeyAad(id)), address, destinationAad(id)),
        set_at: now,
        in_force_from,
      })} returning id`;
    const details = { kind, destination_id: row.id, cools_down: in_force_from > now };
    await appendAudit(sql, { ...by(actor), action: 'seller.destination_changed', subject: id, details });
    await queueMail(sql, 'seller_destination', { destination_id: row.id });
    return readPayment(ctx, sql, actor, id);
  });
  return { data };
}
