import type { Feature } from '../../feature.ts';
import { sealedAdapters } from './facts/sealed-adapters.ts';
import { programmeSource } from './programme-source.ts';
import { keyKind } from './proposals/key-kind.ts';
import { programmeKinds } from './proposals/kind-of-proposal.ts';
import { recordKinds } from './record-kinds.ts';
import { programmeRoutes } from './routes.ts';
import { linkHostAlert, suspendedAlert } from './suspension/alert-kinds.ts';
import { watchLinkHosts } from './suspension/watch-link-hosts.ts';

export const feature: Feature = {
  routes: programmeRoutes,
  sweeps: [watchLinkHosts],
  alertKinds: [linkHostAlert, suspendedAlert],
  proposalKinds: [...programmeKinds, keyKind],
  textSources: [programmeSource],
  recordKinds,
  sealedPlaces: [sealedAdapters],
  tables: {
    issuer_key_checks: { why: 'proof' },
    issuer_keys: { why: 'stock', of: 'staff' },
    programme_suspensions: { why: 'stock', of: 'staff' },
    programme_versions: { why: 'stock' },
    programmes: { why: 'stock' },
  },
};
