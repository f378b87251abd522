import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Call, call, type Guard, namesIn } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import type { Ctx, Visitor } from '#features/ctx.ts';
import { requireFreshFactor } from '#features/identity/factors/step-up/require-fresh-factor.ts';
import { guards } from '#features/identity/sessions/admission/guards.ts';
import { authenticate } from '#features/identity/sessions/authenticate.ts';
import { refuseText } from '#features/oversight/import-guard/refuse-text.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { createPipeline, serve } from '#platform/http/serve.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const everyCall = Object.entries({ ...calls, ...demoCalls });
type Who = 'visitor' | 'inactive' | 'buyer' | 'admin without the duty' | 'admin with the duty';
const duties = ['importer', 'approver', 'support', 'payouts', 'publisher', 'auditor', 'seller'];
const everyDuty = { visitor: 401, inactive: 403, buyer: 403, 'admin without the duty': 403, 'admin with the duty': 0 };

/** The status each guard alone returns for each kind of user; 0 if it lets them pass. */
const answers: Record<string, Record<Who, number>> = {
  auth: { visitor: 401, inactive: 0, buyer: 0, 'admin without the duty': 0, 'admin with the duty': 0 },
  guest: { visitor: 0, inactive: 403, buyer: 403, 'admin without the duty': 403, 'admin with the duty': 403 },
  active: { visitor: 0, inactive: 403, buyer: 0, 'admin without the duty': 0, 'admin with the duty': 0 },
  catalogue: { visitor: 401, inactive: 403, buyer: 0, 'admin without the duty': 0, 'admin with the duty': 0 },
  admin: { visitor: 401, inactive: 403, buyer: 403, 'admin without the duty': 0, 'admin with the duty': 0 },
  role: everyDuty,
};
const everybody = Object.keys(everyDuty) as Who[];

/** The duties of which a call requires one; empty if it requires none. */
const dutiesOf = ({ guards: named }: Pick<Call, 'guards'>) =>
  named.flatMap((guard) => (guard.startsWith('role:') ? namesIn(guard.slice('role:'.length)) : []));

/** Whether its second guard asks for an admin. */
const isOffice = ({ guards: named }: Pick<Call, 'guards'>) => named[1]?.split(':', 1)[0] === 'admin';

/** The status returned by the first guard that rejects. */
function refusalOf({ guards: named }: Pick<Call, 'guards'>, who: Who): number {
  for (const guard of named) {
    const refusal = answers[guard.split(':', 1)[0] ?? '']?.[who];
    if (refusal) return refusal;
  }
  return 0;
}

/** As many duties as one person may hold, without these. */
function allBut(wanted: readonly string[]): string[] {
  const others = duties.filter((duty) => !wanted.includes(duty) && !['auditor', 'seller'].includes(duty));
  return others.includes('approver') ? others.filter((duty) => duty !== 'importer') : others;
}

const signedIn = new Map<string, Promise<{ token: string }>>();

/** A user of each kind; cached for the next call unless this one ends the session it uses. */
async function personFor(each: Pick<Call, 'guards'>, who: Who, kept = true): Promise<{ token: string } | null> {
  if (who === 'visitor') return null;
  const wanted = dutiesOf(each);
  const held =
    { 'admin with the duty': wanted.slice(-1), 'admin without the duty': allBut(wanted) }[who as string] ?? [];
  const create = () =>
    shop.createUser({ role: who.startsWith('admin') ? 'admin' : 'buyer', active: who !== 'inactive', duties: held });
  if (!kept) return create();
  const key = `${who} ${held}`;
  const person = signedIn.get(key) ?? create();
  signedIn.set(key, person);
  return person;
}

const send = (each: Call, token?: string) =>
  shop.request(each, {
    ...(token && { token }),
    params: { id: randomUUID(), card_id: randomUUID() },
    ...(each.method !== 'GET' && each.method !== 'DELETE' && { body: { nothing_known: 1 } }),
  } as never);

test.for(everyCall)('%s is answered by exactly one verb and guarded as declared', async ([, each]) => {
  expect(shop.routes.filter((route) => route.call === each)).toHaveLength(1);
  for (const who of everybody) {
    const ends = each === calls.logout || each === calls.endSessions;
    const person = await personFor(each, who, !ends);
    const expected = refusalOf(each, who);
    const { status, body } = await send(each, person?.token);
    if (expected) expect([who, status]).toEqual([who, expected]);
    else expect([401, 403, 500], `${who} got ${status} ${JSON.stringify(body)}`).not.toContain(status);
  }
});

test('every call of the back office that changes something names a duty, and moves no money without a fresh factor', () => {
  const writes = everyCall.filter(
    ([, { method, path }]) => /^\/api\/(admin|resellers)\b/.test(path) && method !== 'GET',
  );
  expect(writes.filter(([, each]) => dutiesOf(each).length === 0).map(([name]) => name)).toEqual([]);
  const lasting = writes.filter(([, { stepUp }]) => stepUp !== 'always').map(([name]) => name);
  const texts = ['faqEditor', 'legalEditor', 'newsEditor', 'noticeEditor'].flatMap((editor) =>
    ['changeText', 'removeText', 'restoreVersion', 'writeText'].map((verb) => `${editor}.${verb}`),
  );
  // They can be undone, and open carts are told.
  const stock = ['changePrices', 'openBatch', 'pauseBatch'];
  // Nothing follows from a proposal before two people approved it.
  const proposed = [
    'addSeller',
    'askApproval',
    'beginProgrammeDraft',
    'discardProgrammeDraft',
    'editProgramme',
    'proposeProgramme',
    'proposeProgrammeDraft',
    'proposeTerms',
    'proposeVerification',
    'saveProgrammeDraft',
  ];
  // The issuer's word or signature decides, not the caller.
  const confirmed = ['askIssuer', 'uploadManifest', 'uploadReport'];
  // They move no money, and can be taken back.
  const booked = ['explainEntry', 'matchEntry', 'reopenEntry', 'uploadBankStatement'];
  const tickets = ['answerTicket', 'assignTicket', 'noteTicket', 'reviewComment', 'saveCategory', 'settleTicket'];
  const desk = [
    'addCannedAnswer',
    'addTicketView',
    'changeCannedAnswer',
    'changeTickets',
    'markPresence',
    'mergeTicket',
    'removeCannedAnswer',
    'removeLogo',
    'removeTicketView',
    'saveBranding',
    'saveDeskSettings',
    'saveLogo',
    'undoChange',
  ];
  // They change descriptions, not what is sold, and the audit log keeps the earlier values.
  const brands = [
    'addBrand',
    'changeBrand',
    'moveProgramme',
    'removeBrand',
    'removeBrandCategory',
    'saveBrandCategory',
  ];
  const other = [
    'checkMask',
    'createDecisionChallenge',
    'previewMarkdown',
    'resolveAlert',
    'startVerification',
    'uploadImport',
    'viewEvidence',
    'withdrawProposal',
  ];
  expect(lasting.toSorted()).toEqual(
    [...texts, ...stock, ...proposed, ...confirmed, ...booked, ...tickets, ...desk, ...brands, ...other].toSorted(),
  );
});

/** Readings of the back office that name no duty, by the reason. */
const READ_BY_ALL_STAFF: Record<string, string> = {
  listProposals: 'shows each person what their duties decide, and what they proposed',
  searchEverything: 'finds for each person what their duties open',
  getOverview: 'leaves out the parts that are not for the duties of whoever asks',
  countWaiting: 'counts alone, and those of people for the duties that work with them',
};

test('every reading of the back office names a duty, or says here why it is for all staff', () => {
  const open = everyCall
    .filter(([, each]) => each.method === 'GET' && isOffice(each) && dutiesOf(each).length === 0)
    .map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(READ_BY_ALL_STAFF).toSorted());
});

test('a file of the back office takes a fresh factor, unless there are no people in it', () => {
  const files = everyCall.filter(([, { download, stepUp }]) => download && stepUp !== 'always');
  const lasting = files.filter(([, each]) => isOffice(each)).map(([name]) => name);
  expect(lasting.toSorted()).toEqual(['exportImportErrors', 'getTemplate']);
  expect(everyCall.find(([name]) => name === 'sellerReport')?.[1].stepUp).toBe('always');
});

test('an auditor reads everything in the back office, and changes nothing', async () => {
  const { token } = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  for (const [name, each] of everyCall.filter(([, each]) => isOffice(each))) {
    const { status } = await send(each, token);
    // Readings that go into the audit log.
    if (each.method === 'GET' || ['startVerification', 'viewEvidence'].includes(name))
      expect([name, status]).not.toEqual([name, 403]);
    else expect([name, status]).toEqual([name, 403]);
  }
});

test('whoever signs in for a seller gets nothing of the back office but what names sellers', async () => {
  const { token } = await shop.createUser({ role: 'admin', duties: ['seller'] });
  const open = everyCall.filter(([, { guards: named }]) => named.includes('admin:seller')).map(([name]) => name);
  expect(open.toSorted()).toEqual([
    'batchOptions',
    'getBatch',
    'getSeller',
    'getSellerPayment',
    'getSellerStatement',
    'listBatchCards',
    'listBatches',
    'setDestination',
    'stockReport',
  ]);
  for (const [name, each] of everyCall.filter(([, one]) => isOffice(one))) {
    const { status } = await send(each, token);
    expect([name, status === 403]).toEqual([name, !open.includes(name)]);
  }
});

const openToEverybody = [
  'commentGuestTicket',
  'confirmEmailChange',
  'createGuestTicket',
  'createPasskeyChallenge',
  'describeGuard',
  'forgotPassword',
  'getAuthStatus',
  'getLegalText',
  'getLegalVersion',
  'getOperator',
  'listFaces',
  'listMails',
  'listMissingNodes',
  'listPublishedSums',
  'listSupportCategories',
  'login',
  'mine',
  'openGift',
  'openGuestTicket',
  'pay',
  'previewGift',
  'renewGuestLink',
  'reportContent',
  'resetPassword',
  'saveGift',
  'signInByPasskey',
  'stopEmailChange',
  'unsubscribe',
  'verifyEmail',
];

test('each call that is more than reading for everybody asks who calls first, and the back office for an admin', () => {
  for (const [name, { guards: named, path }] of everyCall) {
    expect(Object.keys(answers), name).toEqual(expect.arrayContaining(named.map((guard) => guard.split(':', 1)[0])));
    // A user who isn't signed in gets a 401 before anything else is a 403.
    const first = ['cardOptions', 'getBrand', 'listBrands', 'listCards'].includes(name) ? 'catalogue' : 'auth';
    if (named.length && !named.includes('guest')) expect([name, named[0]]).toEqual([name, first]);
    if (/^\/api\/(admin|resellers|imports|seller-payment|reports)\b/.test(path))
      expect([name, isOffice({ guards: named })]).toEqual([name, true]);
    if (dutiesOf({ guards: named }).length) expect([name, isOffice({ guards: named })]).toEqual([name, true]);
  }
  const open = everyCall.filter(([, { guards: named }]) => named.length === 0).map(([name]) => name);
  expect(open.toSorted()).toEqual(openToEverybody);
});

test('an inactive buyer may pay, read news and help and change the password, but neither see cards nor buy any', () => {
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
    'revealOrder',
    'listWallet',
    'makeGift',
    'listAttention',
    'listPrefixes',
  ]) {
    expect(open).not.toContain(name);
  }
  for (const name of [
    'getActivation',
    'createPayment',
    'listPayments',
    'getPayment',
    'listNews',
    'listFaqs',
    'changePassword',
  ])
    expect(open).toContain(name);
});

/** Runs a call that is in no contract, the way the pipeline runs all others. */
async function runGuarded(guarded: readonly string[], token: string | undefined) {
  const each = call({ method: 'GET', path: '/api/strange', summary: 'Nothing', guards: guarded as readonly Guard[] });
  const pipeline = createPipeline<Ctx, Visitor>({
    ctx: shop.ctx,
    routes: [serve(each, async () => undefined)] as never,
    authenticate,
    guards,
    stepUp: requireFreshFactor,
    limiter: createRateLimiter(),
    rewordText: async (_ctx, _caller, text) => ({ text }),
    requestsPerMinute: 100,
    scanText: refuseText,
    keyDigest: (key) => key,
    vault: shop.ctx.vault,
    refuseWhileClosed: () => {},
    refuseOutside: () => {},
    checkReplies: true,
  });
  const asker = pipeline.asker(token ?? null, { address: '', user_agent: '', locale: 'en' }, true);
  return pipeline.run(each, asker, () => ({ params: {}, query: {}, body: undefined }), null);
}

test('a guard that nobody defined is a 500 that names it', async () => {
  const { token } = await shop.createUser();
  const { status, body } = await runGuarded(['auth', 'vip'], token);
  expect([status, body]).toEqual([500, { message: 'Unknown middleware vip' }]);
});

test.each(['importer', 'approver', 'support', 'auditor', 'importer,approver', 'support, auditor'])(
  'role:%s lets in admins who hold one of them, and nobody else',
  async (list) => {
    const guarded = { guards: ['auth', 'admin', `role:${list}`] as readonly Guard[] };
    for (const who of everybody) {
      const { status } = await runGuarded(guarded.guards, (await personFor(guarded, who))?.token);
      expect([who, status]).toEqual([who, refusalOf(guarded, who) || 204]);
    }
  },
);

test('duties that somebody held as an admin count for nothing once they are a buyer', async () => {
  const former = await shop.createUser({ duties: ['importer'] });
  expect(await runGuarded(['auth', 'role:importer'], former.token)).toMatchObject({ status: 403 });
  expect((await shop.as(former)(calls.getCurrentUser as Call)).body).toMatchObject({ data: { roles: ['buyer'] } });
});

test('a change of role counts at the next request', async () => {
  const user = await shop.createUser({ active: false });
  expect((await shop.as(user)(calls.getCart as Call)).status).toBe(403);
  await shop.sql`update users set activated_at = now() where id = ${user.id}`;
  expect((await shop.as(user)(calls.getCart as Call)).status).toBe(200);
});
