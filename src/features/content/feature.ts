import type { Feature } from '../feature.ts';
import { contentData } from './content-data.ts';
import { startNoticesLoop } from './notices/start-notices-loop.ts';
import { publicationKind } from './publication/publication-kind.ts';
import { contentRoutes } from './routes.ts';
import { contentSources } from './text-sources.ts';

import { redactVersion } from './versions/redact-version.ts';

export const feature: Feature = {
  routes: contentRoutes,
  loops: [startNoticesLoop],
  proposalKinds: [publicationKind],
  textSources: contentSources,
  accountData: [contentData],
  redactions: [redactVersion],
  tables: {
    content_versions: { why: 'texts', of: 'staff' },
    faqs: { why: 'texts', of: 'staff' },
    legal_texts: { why: 'texts', of: 'staff' },
    news: { why: 'texts', of: 'staff' },
    news_feeds: { why: 'account', of: 'messages' },
    news_readings: { why: 'account', of: 'messages' },
    notice_readings: { why: 'account', of: 'messages' },
    notices: { why: 'texts', of: 'staff' },
    terms_acceptances: { why: 'proof', of: 'accounts' },
  },
};
