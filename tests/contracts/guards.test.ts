import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Call, call } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import { authenticate } from '#features/auth/authenticate.ts';
import { guards } from '#features/auth/guards.ts';
import { requireFresh } from '#features/auth/require-fresh.ts';
import type { Ctx, Visitor } from '#features/ctx.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { createPipeline, serve } from '#platform/http/serve.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const everyCall = Object.entries({ ...calls, ...demoCalls });
const [inactive, buyer, admin, staff] = [
  await shop.createUser({ active: false }),
  await shop.createUser(),
  await shop.createUser({ role: 'admin' }),
  await shop.createUser({ role: 'admin', duties: ['importer', 'approver', 'support', 'auditor'] }),
];

/** What a guard alone answers; 0 where it lets the caller through to whatever the call says of our empty request. */
function refusalOf(each: Call, who: 'visitor' | 'inactive' | 'buyer' | 'admin' | 'staff'): number {
  for (const guard of each.guards) {
    if (guard === 'auth' && who === 'visitor') return 401;
    if (guard === 'guest' && who !== 'visitor') return 403;
    if (guard === 'active' && who === 'inactive') return 403;
    if (guard === 'admin' && who !== 'admin' && who !== 'staff') return 403;
    // Every duty is the staff's, and nobody else's.
    if (guard.startsWith('role:') && who !== 'staff') return 403;
  }
  return 0;
}

const send = (each: Call, token?: string) =>
  shop.request(each, {
    ...(token && { token }),
    params: { id: randomUUID(), card_id: randomUUID() },
    ...(each.method !== 'GET' && each.method !== 'DELETE' && { body: { nothing_known: 1 } }),
  } as never);

test.for(everyCall)('%s is answered by exactly one verb and guarded as declared', async ([, each]) => {
  expect(shop.routes.filter((route) => route.call === each)).toHaveLength(1);
  const people = {
    visitor: undefined,
    inactive: inactive.token,
    buyer: buyer.token,
    admin: admin.token,
    staff: staff.token,
  };
  for (const [who, token] of Object.entries(people)) {
    // Logging out would end the session that the next call needs.
    const ends = (each === calls.logout || each === calls.endSessions) && token;
    const fresh = ends ? (await shop.createUser()).token : token;
    const expected = refusalOf(each, who as keyof typeof people);
    const { status, body } = await send(each, fresh);
    if (expected) expect([who, status]).toEqual([who, expected]);
    else expect([401, 403, 500], `${who} got ${status} ${JSON.stringify(body)}`).not.toContain(status);
  }
});

test('the confinement of an inactive buyer is what product.md lists', () => {
  const open = everyCall.filter(([, each]) => refusalOf(each, 'inactive') === 0).map(([name]) => name);
  for (const name of [
    'listCards',
    'cardOptions',
    'getCart',
    'addToCart',
    'placeOrder',
    'listOrders',
    'getOrder',
    'revealCard',
    'returnCard',
    'listPrefixes',
  ]) {
    expect(open).not.toContain(name);
  }
  for (const name of [
    'activation',
    'createPayment',
    'listPayments',
    'getPayment',
    'listNews',
    'listFaqs',
    'changePassword',
  ])
    expect(open).toContain(name);
});

test('a guard that nobody defined is a 500 that names it', async () => {
  const strange = call({ method: 'GET', path: '/api/strange', summary: 'Nothing', guards: ['auth', 'vip' as never] });
  const pipeline = createPipeline<Ctx, Visitor>({
    ctx: shop.ctx,
    routes: [serve(strange, async () => undefined)] as never,
    authenticate,
    guards,
    stepUp: requireFresh,
    limiter: createRateLimiter(),
    requestsPerMinute: 100,
    maintenance: false,
    checkReplies: true,
  });
  const caller = await pipeline.authenticate(buyer.token, { address: '', user_agent: '', locale: 'en' }, true);
  const reply = await pipeline.run(strange, caller, { params: {}, query: {}, body: undefined }, null);
  expect([reply.status, reply.body]).toEqual([500, { message: 'Unknown middleware vip' }]);
});

test('role:a,b lets in whoever holds one of them', async () => {
  const user = (roles: string[]) => ({ user: { roles } }) as unknown as Visitor;
  expect(() => guards.role?.(user(['buyer', 'importer']), ['importer', 'approver'])).not.toThrow();
  expect(() => guards.role?.(user(['buyer']), ['importer', 'approver'])).toThrow('Access Forbidden');
});

test('a change of role counts at the next request', async () => {
  const user = await shop.createUser({ active: false });
  expect((await shop.as(user)(calls.getCart as Call)).status).toBe(403);
  await shop.sql`update users set activated_at = now() where id = ${user.id}`;
  expect((await shop.as(user)(calls.getCart as Call)).status).toBe(200);
});
