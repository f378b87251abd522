import type { Feature } from '../feature.ts';
import { contentData } from './content-data.ts';
import { startNoticesLoop } from './notices/start-notices-loop.ts';
import { publicationKind } from './publication/publication-kind.ts';
import { contentRoutes } from './routes.ts';
import { contentSources } from './text-sources.ts';

export const feature: Feature = {
  routes: contentRoutes,
  loops: [startNoticesLoop],
  proposalKinds: [publicationKind],
  textSources: contentSources,
  accountData: [contentData],
};
