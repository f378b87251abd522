import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Attention, AttentionSource } from '../../feature.ts';

/** Pre-orders that can't be filled until their buyer does something, then how many others wait. */
export const openPreorders: AttentionSource['find'] = async ({ sql }, { user }) => {
  const [row] = await sql<[{ skipped: number; waiting: number }]>`
    select count(*) filter (where skip_reason is not null) as skipped,
      count(*) filter (where skip_reason is null) as waiting
    from preorders where user_id = ${user.id} and state in ('open', 'part_filled')`;
  const link = pagePath('/preorder');
  const due: Attention[] = [];
  if (row.skipped > 0) due.push({ tone: 'warn', text: message('attention.skipped', { count: row.skipped }), link });
  if (row.waiting > 0) due.push({ tone: 'info', text: message('attention.preorders', { count: row.waiting }), link });
  return due;
};
