import { expect, test } from 'vitest';
import { enforceGuards } from './enforce-guards.ts';
import type { SessionUser } from './page-context.ts';

const user = (roles: string[] = [], role = 'buyer'): SessionUser => ({
  id: '018f',
  username: 'u',
  balance_cents: 0,
  unread_notifications: 0,
  live_seq: 0,
  locale: null,
  time_zone: null,
  theme: null,
  role,
  roles,
});

function outcome(guards: string[], who: SessionUser | null, path = '/cards?q=a'): string {
  try {
    enforceGuards(guards, who, path);
    return 'passes';
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location') ?? '';
    const { data, init } = thrown as { data: { message: string }; init: { status: number } };
    return `${init.status} ${data.message}`;
  }
}

test.each([
  ['auth', null, '/login?next=%2Fcards%3Fq%3Da'],
  ['auth', user(), 'passes'],
  ['guest', null, 'passes'],
  ['guest', user(), '/'],
  ['active', user(['inactive']), '/activation'],
  ['active', user(), 'passes'],
  ['admin', user(), '/'],
  ['admin', user([], 'admin'), 'passes'],
  ['role:support,auditor', user(['importer'], 'admin'), '/'],
  ['role:support,auditor', user(['auditor'], 'admin'), 'passes'],
  ['role:support, auditor', user(['auditor'], 'admin'), 'passes'],
  ['constructor', user(), '500 Unknown middleware constructor'],
  ['nobody', user(), '500 Unknown middleware nobody'],
] as const)('guard %s for %j: %s', (guard, who, expected) => {
  expect(outcome([guard], who as SessionUser | null)).toBe(expected);
});
