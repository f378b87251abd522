import { expect, test } from 'vitest';
import { createPageContext } from '#web/server/create-page-context.ts';
import { pageRequest } from '#web/server/page-request.testonly.ts';
import { loader } from './root.tsx';

const user = {
  id: 'one',
  username: 'anna',
  balance_cents: 100,
  role: 'buyer',
  roles: ['buyer'],
  unread_notifications: 0,
  terms_pending: false,
  live_seq: 0,
  locale: null,
  time_zone: null,
  country: null,
  theme: 'dark' as const,
  shortcuts: null,
};

// Every page runs this loader, including the one an error redirects to.
test.for([401, 403, 429, 503])(
  'a cart refused with %s leaves the frame without one, and redirects nowhere',
  async (status) => {
    const apiClient = async () => ({ status, body: { message: 'Not now.' } });
    const context = createPageContext(pageRequest({ apiClient, user }));
    const url = new URL('http://localhost/maintenance');
    const answer = await loader({ request: new Request(url), context, url } as never);
    expect(answer.data).toMatchObject({ user: { username: 'anna' }, cart_ids: [], theme: 'dark' });
  },
);
