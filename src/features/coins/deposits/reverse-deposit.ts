import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Coin } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../ctx.ts';
import { blockSpending } from '../../customers/spending/block-spending.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { reversedAlert } from './alert-kinds.ts';
import { changeSealed } from './change-sealed.ts';
import { type Cursor, holdCursor } from './credit/cursor.ts';

interface GoneDeposit {
  id: string;
  coin: Coin;
  txid: string;
  n: number;
  user_id: string;
  payment_id: string;
  generation: number;
  credited_cents: number;
}

/**
 * Reverses a credit whose coins a reorganisation deeper than our depth removed for good. Any part no longer in the
 * balance becomes debt, which later top-ups repay first; spending is blocked until then.
 */
export async function reverseDeposit(ctx: Ctx, cursor: Cursor, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    const [deposit] = await sql<GoneDeposit[]>`
      select id, coin, txid, n, user_id, payment_id, generation, credited_cents from deposits
      where id = ${id} and coin = ${cursor.coin} and state = 'credited' and height is null
        and gone_at <= ${cursor.height} - required_depth + 1
      for update`;
    if (!deposit) return;
    const { user_id, credited_cents } = deposit;
    const [balance] = await sql<{ balance_cents: number }[]>`
      select b.balance_cents from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} and a.kind = 'available' for update of b`;
    const taken = Math.min(credited_cents, balance?.balance_cents ?? 0);
    const owed = credited_cents - taken;
    const key = `deposit:${deposit.coin}:${deposit.txid}:${deposit.n}:reverse:${deposit.generation}`;
    const house = { kind: `crypto_${deposit.coin.toLowerCase()}`, owner_id: null };
    const posting = { credit: house, kind: 'top_up_reversal', reference: id };
    if (taken > 0) {
      const debit = { kind: 'available', owner_id: user_id, limited: true };
      await transfer(sql, { ...posting, debit, amount_cents: taken, unique_key: key });
    }
    if (owed > 0) {
      const debit = { kind: 'debt', owner_id: user_id };
      await transfer(sql, { ...posting, debit, amount_cents: owed, unique_key: `${key}:debt` });
      await blockSpending(sql, now, { user_id, deposit_id: id });
    }
    await sql`
      update deposits set state = 'pending', gone_at = null, credited_cents = 0, credited_units = 0, locked_units = 0,
        locked_cents = 0, rate_id = null, credited_at = null, hold_reason = null
      where id = ${id}`;
    await changeSealed(ctx, sql, { table: 'deposits', id }, { confirmed_at: null });
    const credits = await sql<{ id: string }[]>`
      select id::text from deposit_credits where deposit_id = ${id} and reversed_at is null order by id`;
    for (const credit of credits)
      await changeSealed(ctx, sql, { table: 'deposit_credits', id: credit.id }, { reversed_at: now });
    await appendAudit(sql, {
      actor_id: null,
      action: 'payment.reversed',
      subject: deposit.payment_id,
      details: { deposit_id: id, txid: deposit.txid, taken_cents: taken, owed_cents: owed },
    });
    await publishUserEvent(sql, user_id, 'payment', { id: deposit.payment_id });
    await notify(sql, user_id, {
      type: 'error',
      title: message('notify.reversed', { amount: { cents: credited_cents } }),
      content: message('notify.reversed_more'),
      link: pagePath('/billing/:id', { id: deposit.payment_id }),
    });
    const details = { coin: deposit.coin, taken_cents: taken, owed_cents: owed };
    await raiseAlert(sql, now, { kind: reversedAlert, subject: id, details, user_ids: [user_id] });
    ctx.log.error(
      { deposit: id, coin: deposit.coin, taken_cents: taken, owed_cents: owed },
      'a credited deposit was reversed',
    );
  });
}
