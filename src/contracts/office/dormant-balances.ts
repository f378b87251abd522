import { z } from 'zod';
import { call } from '../call.ts';
import { cents, dataOf, id, links, queryInt, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** From how many months without a movement on balances are told apart. */
export const DORMANT_MONTHS = [12, 24, 36] as const;

const reader = {
  guards: ['auth', 'admin', 'role:auditor,approver,payouts'],
  method: 'GET',
  changesState: true,
} as const;
const filters = { months: z.enum(['12', '24', '36']).optional() };

const dormantBalance = z.object({
  user: z.object({ id, username: z.string() }),
  /** All that is owed to the buyer. */
  balance_cents: cents,
  /** The last transfer on any of the buyer's accounts. */
  moved_at: time,
});
export type DormantBalance = z.infer<typeof dormantBalance>;

const dormantSum = z.object({ months: z.int(), buyers: z.int(), cents });
export type DormantSum = z.infer<typeof dormantSum>;

export const sumDormantBalances = call({
  guards: reader.guards,
  method: 'GET',
  path: '/api/admin/dormant-balances/sums',
  summary: 'How many buyers have balances that nothing moved for 12, 24 and 36 months and more, and how much',
  reply: dataOf(z.array(dormantSum)),
});

export const listDormantBalances = call({
  ...reader,
  path: '/api/admin/dormant-balances',
  summary: 'Balances of buyers that nothing moved for 12 months, 24 or 36, the longest first; whom it shows is audited',
  query: z.object({
    ...filters,
    per_page: queryInt(1, 100).optional(),
    cursor: onSurface('unstored', z.string().max(1024)).optional(),
  }),
  reply: z.object({ data: z.array(dormantBalance), meta: z.object({ per_page: z.int() }), links }),
});

export const exportDormantBalances = call({
  ...reader,
  path: '/api/admin/dormant-balances/csv',
  summary: 'The same as a CSV file, 100,000 at most; audited',
  secret: true,
  stepUp: 'always',
  download: 'facevalue-dormant-balances.csv',
  query: z.object(filters),
  reply: z.string(),
});
