import type { Input, Reply } from '#contracts/call.ts';
import type { revealCard as contract } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { tierLimits } from '../../customers/tiers/tier-limits.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { openCard } from '../../supply/batches/secrets/card-secret.ts';
import { requireIssuerLink } from '../../supply/programmes/facts/require-link-host.ts';
import { startGuarantee } from '../../supply/sellers/shares/start-guarantee.ts';
import { revealableAt, spentUntil } from './get-order.ts';
import { CONSENT_VERSION } from './reveals/consent-version.ts';
import { checkReveals } from './risk-rules/check-reveals.ts';
import { requireSold, tellingUnsold } from './seals/refuse-unsold.ts';
import { type StoredLine, soldLine } from './seals/sold-lines.ts';

interface Line {
  line_id: string;
  state: string;
  sealed: Uint8Array;
  programme_id: string;
  batch_id: string;
  data_key: Uint8Array;
  created_at: string;
  spent_24h_cents: number;
  barcode: Reply<typeof contract>['data']['barcode'];
  sold: StoredLine;
  mac: Uint8Array | null;
}

/** Decrypts a card's secret for its buyer, once it is proven that they bought it here. The first reveal ends the right to return the card. */
export const revealCard = (
  ctx: VaultCtx,
  actor: Actor,
  input: Input<typeof contract>,
): Promise<Reply<typeof contract>> => tellingUnsold(ctx, actor, () => reveal(ctx, actor, input));

async function reveal(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  try {
    return await transaction(ctx.sql, async (sql) => {
      const [line] = await sql<Line[]>`
        select l.id as line_id, l.state, c.sealed, c.programme_id, c.batch_id, b.data_key, o.created_at, p.barcode,
          l.mac, ${soldLine(sql)} as sold,
          ${spentUntil(sql, sql`o`)} as spent_24h_cents
        from order_lines l join orders o on o.id = l.order_id join cards c on c.id = l.card_id
        join batches b on b.id = c.batch_id
          join programmes p on p.id = c.programme_id
        where o.id = ${params.id} and o.user_id = ${actor.user.id} and l.card_id = ${params.card_id}
        order by l.id desc limit 1 for update of l`;
      if (!line) throw new AppError('not_found', message('order.no_such_card'));
      if (line.state === 'returned' || line.state === 'refunded')
        throw new AppError('conflict', message('order.returned'));
      requireSold(ctx, line.sold, line.mac);
      const now = ctx.clock.now();
      const from = revealableAt(line, actor.user.tier);
      if (line.state === 'delivered' && from > now.getTime()) {
        const above = { cents: tierLimits(actor.user.tier).delayed_reveal_above_cents ?? 0 };
        throw new AppError(
          'conflict',
          message('order.reveal_later', { above, from: { at: new Date(from).toISOString() } }),
        );
      }
      const { programme_id, batch_id, data_key, sealed } = line;
      const sealedCard = { card_id: params.card_id, programme_id, batch_id, data_key, sealed };
      const { code, pin, url } = openCard(ctx.vault, sealedCard);
      await requireIssuerLink(within(ctx, sql), { programme_id, url });
      await sql`
        update order_lines set state = 'revealed', consent_at = coalesce(consent_at, ${now}),
          revealed_at = coalesce(revealed_at, ${now}),
          guarantee_ends_at = coalesce(guarantee_ends_at, ${now}::timestamptz + guarantee_hours * interval '1 hour'),
          consent_version = case when consent_at is null then ${CONSENT_VERSION} else consent_version end
        where id = ${line.line_id}`;
      if (line.state === 'delivered') {
        await startGuarantee(sql, line.line_id, now);
        // The issuer is asked afterwards, so that nobody waits for their code because of it.
        await addJob(sql, 'delivery', { line_id: line.line_id });
      }
      await appendAudit(sql, {
        ...by(actor),
        action: 'card.revealed',
        subject: params.card_id,
        details: { order_id: params.id },
        at: now,
      });
      await checkReveals(ctx, sql, actor);
      if (line.state === 'delivered') await publishUserEvent(sql, actor.user.id, 'order', { id: params.id });
      return { data: { code, pin, url, barcode: line.barcode } };
    });
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ err: error, card_id: params.card_id }, 'a sealed card did not open');
    await appendAudit(ctx.sql, {
      ...by(actor),
      action: 'card.reveal_failed',
      subject: params.card_id,
      details: { order_id: params.id },
    });
    throw new AppError('unavailable', message('order.sealed'));
  }
}
