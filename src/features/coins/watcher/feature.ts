import { numberAfter } from '#platform/db/verify-all.ts';
import type { Feature, Witness } from '../../feature.ts';
import { backupAlert, haltedAlert } from './alert-kinds.ts';
import { foreignAddressAlert } from './keys/foreign-address-alert.ts';
import { startAddressesLoop } from './keys/refuse-addresses.ts';
import { unclaimedAlert } from './record/unclaimed-alert.ts';
import { watcherRoutes } from './routes.ts';
import { watchChains } from './watch-chains.ts';

export const feature: Feature = {
  routes: watcherRoutes,
  vaultLoops: [startAddressesLoop, watchChains],
  alertKinds: [backupAlert, haltedAlert, foreignAddressAlert, unclaimedAlert],
  evidence: [
    {
      what: 'outflow',
      table: 'outflows',
      read: (sql, { after, limit }) => sql<Witness[]>`
        select id::text, null as at, sealed_facts(o) as facts, mac, null as flaw
        from outflows o where id > ${numberAfter(after)} order by o.id limit ${limit}`,
    },
    {
      what: 'change',
      table: 'change_outputs',
      read: (sql, { after, limit }) => sql<Witness[]>`
        select id::text, null as at, sealed_facts(c) as facts, mac, null as flaw
        from change_outputs c where id > ${numberAfter(after)} order by c.id limit ${limit}`,
    },
    {
      what: 'unclaimed deposit',
      table: 'unclaimed_deposits',
      read: (sql, { after, limit }) => sql<Witness[]>`
        select id, first_seen_at as at, sealed_facts(u) as facts, mac, null as flaw
        from unclaimed_deposits u where id > ${after} order by id limit ${limit}`,
    },
  ],
  tables: {
    change_outputs: { why: 'chain' },
    derived_keys: { why: 'stock' },
    outflows: { why: 'chain' },
    unclaimed_deposits: { why: 'books', of: 'payments' },
    xpub_accounts: { why: 'chain' },
  },
};
