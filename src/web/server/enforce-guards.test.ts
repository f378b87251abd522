import { expect, test } from 'vitest';
import { readFlash } from './cookies/flash.ts';
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
  shortcuts: null,
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

test('staff whose duties do not open a page are told so where they end up, and nobody else is', () => {
  const saidTo = (guard: string, who: SessionUser) => {
    try {
      enforceGuards([guard], { user: who, catalogue: 'members' }, '/admin/audit');
    } catch (thrown) {
      return readFlash((thrown as Response).headers.get('set-cookie'), { locale: 'en', secure: false })?.content;
    }
    return undefined;
  };
  expect(saidTo('role:auditor', user(['importer'], 'admin'))).toBe(
    "Your account isn't allowed to open this page or do this.",
  );
  expect(saidTo('role:auditor', user())).toBeUndefined();
  expect(saidTo('admin', user())).toBeUndefined();
});
