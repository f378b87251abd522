import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** The records of this feature that ids in the audit log and the ledger refer to. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'payout',
    select: (sql) => sql`select p.id, '' as name, p.seller_id as place from seller_payouts p join wanted using (id)`,
    link: ({ place }) => place && pagePath('/reseller/sellers/:id/payouts', { id: place }),
  },
];
