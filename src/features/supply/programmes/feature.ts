import type { Feature } from '../../feature.ts';
import { linkHostAlert, suspendedAlert } from './alert-kinds.ts';
import { programmeSource } from './programme-source.ts';
import { keyKind } from './proposals/key-kind.ts';
import { programmeKinds } from './proposals/kind-of-proposal.ts';
import { programmeRoutes } from './routes.ts';
import { watchLinkHosts } from './watch-link-hosts.ts';

export const feature: Feature = {
  routes: programmeRoutes,
  sweeps: [watchLinkHosts],
  alertKinds: [linkHostAlert, suspendedAlert],
  proposalKinds: [...programmeKinds, keyKind],
  textSources: [programmeSource],
};
