import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AttentionSource } from '../../feature.ts';
import { walletOf } from './read-wallet.ts';

/** Cards that expire within 30 days. */
export const cardsExpiring: AttentionSource['find'] = async ({ sql, clock }, { user }) => {
  const [row] = await sql<{ count: number; next: string | null }[]>`
    with wallet as (${walletOf(sql, clock, user.id)})
    select count(*), min(expires_on) as next from wallet where state = 'expiring'`;
  if (!row?.next) return [];
  const text = message('attention.expiring', { count: row.count, day: { at: row.next, day: true } });
  return [{ tone: 'warn', text, link: `${pagePath('/orders/cards')}?state=expiring` }];
};
