import { expect, test } from 'vitest';
import { enforceGuards } from './enforce-guards.ts';
import type { SessionUser } from './page-context.ts';

const user = (roles: string[] = [], role = 'buyer'): SessionUser => ({
  id: '018f',
  username: 'u',
  balance_cents: 0,
  unread_notifications: 0,
  terms_pending: false,
  live_seq: 0,
  locale: null,
  time_zone: null,
  theme: null,
  country: null,
  role,
  roles,
});

function outcome(guards: string[], who: SessionUser | null, catalogue: 'public' | 'members' = 'members'): string {
  try {
    enforceGuards(guards, { user: who, catalogue }, '/cards?q=a');
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

test('visitors see the goods only where the shop shows them to everybody', () => {
  expect(outcome(['catalogue'], null)).toBe('/login?next=%2Fcards%3Fq%3Da');
  expect(outcome(['catalogue'], user(['inactive']))).toBe('/activation');
  expect(outcome(['catalogue'], user())).toBe('passes');
  for (const who of [null, user(['inactive']), user()]) expect(outcome(['catalogue'], who, 'public')).toBe('passes');
  expect(outcome(['auth'], null, 'public')).toBe('/login?next=%2Fcards%3Fq%3Da');
});
