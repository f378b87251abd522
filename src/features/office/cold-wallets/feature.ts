import { numberAfter } from '#platform/db/verify-all.ts';
import type { Feature, Witness } from '../../feature.ts';
import { startBalancesLoop } from './balances/start-balances-loop.ts';
import { coldWalletRoutes } from './routes.ts';
import { additionKind, removalKind } from './wallet/wallet-kinds.ts';

export const feature: Feature = {
  routes: coldWalletRoutes,
  loops: [startBalancesLoop],
  proposalKinds: [additionKind, removalKind],
  evidence: [
    {
      what: 'watched wallet',
      table: 'cold_wallets',
      read: (sql, { after, limit }) => sql<Witness[]>`
        select id, created_at as at, sealed_facts(w) as facts, mac, null as flaw
        from cold_wallets w where id > ${after} order by id limit ${limit}`,
    },
    {
      what: 'balance of a watched wallet',
      table: 'cold_wallet_balances',
      read: (sql, { after, limit }) => sql<Witness[]>`
        select id::text, at, sealed_facts(b) as facts, mac, null as flaw
        from cold_wallet_balances b where id > ${numberAfter(after)} order by b.id limit ${limit}`,
    },
  ],
  tables: {
    cold_wallets: { why: 'books', of: 'staff' },
    cold_wallet_balances: { why: 'books' },
  },
};
