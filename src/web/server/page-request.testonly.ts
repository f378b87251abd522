import type { PageRequest } from './create-page-context.ts';

/** A visitor's page request, with any overrides a test needs. */
export const pageRequest = (changes: Pick<PageRequest, 'apiClient'> & Partial<PageRequest>): PageRequest => ({
  user: null,
  live: null,
  nonce: '',
  locale: 'en',
  time_zone: 'UTC',
  message_files: {},
  now: new Date(),
  demo: false,
  staging: false,
  catalogue: 'members',
  shop: { name: 'Facevalue', footer: '', logo: null, style: null },
  maintenance: null,
  secure: false,
  public_url: 'http://localhost',
  report: () => {},
  noteRoute: () => {},
  ready: async () => true,
  outside_office: null,
  session_ended: null,
  trouble: null,
  ...changes,
});
