import { expect, test } from 'vitest';
import { faqEditor, legalEditor, listFaqs, listNews, newsEditor, noticeEditor } from '#contracts/content/content.ts';
import { listProposals, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const publisher = () => shop.createUser({ role: 'admin', duties: ['publisher'] });
const [anna, ben] = [await publisher(), await publisher()];
const ADVERT = 'Fresh fullz for sale, telegram only.';
const HONEST = 'We never ask for a CVV.';
const because = { reason: 'A warning of ours' };

const write = async (body: object, who = anna) =>
  (await shop.as(who)(newsEditor.writeText, { body: { title: 'News', content: ADVERT, ...body } })).body.data;
const change = (id: string, body: object, who = anna) => shop.as(who)(newsEditor.changeText, { params: { id }, body });
const read = async (id: string, who = ben) => (await shop.as(who)(newsEditor.getText, { params: { id } })).body.data;
const decide = (id: string, proposal_id: string, who = ben, decision: 'approved' | 'rejected' = 'approved') =>
  shop.as(who)(newsEditor.decideText, { params: { id }, body: { proposal_id, decision, ...because } });
const buyer = await shop.createUser();
const shown = async () => (await shop.as(buyer)(listNews)).body.data.map(({ content }) => content);

test('words that could be an advert of the trade are kept as a draft until a second publisher has read them', async () => {
  const text = await write({ published_at: 'now' });
  expect(text).toMatchObject({
    state: 'draft',
    published_at: null,
    proposal: { own: true, proposer: { id: anna.id } },
  });
  expect(await shown()).not.toContain(ADVERT);
  const own = await decide(text.id, text.proposal!.id, anna);
  expect([own.status, own.body.message]).toEqual([
    403,
    'You asked to publish this, so another publisher has to decide.',
  ]);
  const waits = (await shop.as(ben)(listProposals)).body;
  expect(waits.data.find(({ subject }) => subject === text.id)).toMatchObject({
    kind: 'content.publication',
    link: `/admin/news/${text.id}`,
  });
  const out = await decide(text.id, text.proposal!.id);
  expect(out.body.data).toMatchObject({ state: 'published', proposal: null });
  expect(await shown()).toContain(ADVERT);
  // The same words need nobody again.
  expect((await change(text.id, { ends_at: null })).body.data).toMatchObject({ state: 'published', proposal: null });
  await change(text.id, { published_at: null });
  expect((await change(text.id, { published_at: 'now' })).body.data).toMatchObject({
    state: 'published',
    proposal: null,
  });
});

test('what was read is what is published: a change asks anew, and an old decision counts for nothing', async () => {
  const text = await write({ published_at: 'now' });
  const changed = await change(text.id, { content: `${ADVERT} More.` });
  expect(changed.body.data.proposal).toBeNull();
  expect((await decide(text.id, text.proposal!.id)).status).toBe(409);
  const again = (await change(text.id, { published_at: 'now' })).body.data;
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update news set content = 'Buy skimmed fullz, 5$ each' where id = ${text.id}`;
  });
  const late = await decide(text.id, again.proposal!.id);
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('The words changed since')]);
  expect((await read(text.id)).state).toBe('draft');
});

test('a rejected or withdrawn text stays a draft, and a removed one takes its proposal along', async () => {
  const rejected = await write({ published_at: 'now' });
  expect((await decide(rejected.id, rejected.proposal!.id, ben, 'rejected')).body.data).toMatchObject({
    state: 'draft',
    proposal: null,
  });
  const withdrawn = await write({ published_at: 'now' });
  expect((await shop.as(anna)(withdrawProposal, { params: { id: withdrawn.proposal!.id } })).status).toBe(204);
  expect(await read(withdrawn.id)).toMatchObject({ state: 'draft', proposal: null });
  const removed = await write({ published_at: 'now' });
  await shop.as(anna)(newsEditor.removeText, { params: { id: removed.id } });
  const [row] = await shop.sql`select decision from proposals where id = ${removed.proposal!.id}`;
  expect(row).toEqual({ decision: 'withdrawn' });
});

test('what readers can see is taken back before such words are saved, and is not taken from them by the way', async () => {
  const text = await write({ content: HONEST, published_at: 'now' });
  expect(text).toMatchObject({ state: 'published', proposal: null });
  const refused = await change(text.id, { content: ADVERT });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Take it back first')]);
  expect(await shown()).toContain(HONEST);
  await change(text.id, { published_at: null });
  expect((await change(text.id, { content: ADVERT })).body.data).toMatchObject({ state: 'draft', proposal: null });
});

test('a time to come is kept for the decision, and a time that is over means now', async () => {
  const at = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString();
  const later = await write({ published_at: at(HOUR_MS) });
  expect((await decide(later.id, later.proposal!.id)).body.data.state).toBe('scheduled');
  const over = await write({ published_at: at(60_000) });
  shop.clock.advance(120_000);
  expect((await decide(over.id, over.proposal!.id)).body.data).toMatchObject({
    state: 'published',
    published_at: shop.clock.now().toISOString(),
  });
});

test('translations, notices, questions and legal texts wait, too', async () => {
  const translated = await write({
    content: HONEST,
    translations: { de: { title: 'Neu', content: ADVERT } },
    published_at: 'now',
  });
  expect(translated).toMatchObject({ state: 'draft', proposal: { own: true } });
  const as = shop.as(anna);
  const notice = { title: 'Hello', content: ADVERT, starts_at: 'now' };
  const faq = { topic: 'Cards', question: 'Where?', answer: ADVERT, published_at: 'now' };
  const legal = { kind: 'imprint', locale: 'en', content: ADVERT, published_at: 'now' } as const;
  const all = [
    [noticeEditor, (await as(noticeEditor.writeText, { body: notice })).body.data],
    [faqEditor, (await as(faqEditor.writeText, { body: faq as never })).body.data],
    [legalEditor, (await as(legalEditor.writeText, { body: legal })).body.data],
  ] as const;
  for (const [editor, text] of all) {
    expect(text).toMatchObject({ state: 'draft', proposal: { own: true } });
    const body = { proposal_id: text.proposal!.id, decision: 'approved', ...because } as const;
    const { data } = (await shop.as(ben)(editor.decideText, { params: { id: text.id }, body })).body;
    expect(data.state).toBe('published');
  }
  expect((await shop.as(buyer)(listFaqs)).body.data.map(({ answer }) => answer)).toContain(ADVERT);
});

test('what the guard is sure about is refused as before, and no check of it is offered to publishers', async () => {
  for (const content of ['visa 4012888888881881', '4012888888881881|04|29|123']) {
    const body = { title: 'News', content, published_at: 'now' };
    const refused = await shop.as(anna)(newsEditor.writeText, { body });
    expect([refused.status, refused.body]).toEqual([422, expect.not.objectContaining({ reason: expect.anything() })]);
  }
});

test('words that no second publisher has to read, and drafts, wait for nobody', async () => {
  expect(await write({ content: HONEST, published_at: 'now' })).toMatchObject({ state: 'published', proposal: null });
  expect(await write({})).toMatchObject({ state: 'draft', proposal: null });
});

test('only a publisher decides', async () => {
  const text = await write({ published_at: 'now' });
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect((await decide(text.id, text.proposal!.id, approver)).status).toBe(403);
});

test.for([
  'Fresh ful**l**z for sale, telegram only.',
  'Fresh &#102;ullz for sale, telegram only.',
  'Fresh [ful](https://x.example)`lz` for sale, telegram only.',
])('words wait as readers see them, whatever marks part them: %s', async (content) => {
  expect(await write({ content, published_at: 'now' })).toMatchObject({ state: 'draft', proposal: { own: true } });
});

test('a notice shows to those for whom a second publisher read it', async () => {
  const body = { title: 'Hello', content: ADVERT, starts_at: 'now', roles: ['admin' as const] };
  const text = (await shop.as(anna)(noticeEditor.writeText, { body })).body.data;
  const params = { id: text.id };
  const verdict = { proposal_id: text.proposal!.id, decision: 'approved', ...because } as const;
  const widen = () => shop.as(anna)(noticeEditor.changeText, { params, body: { roles: [] } });
  expect((await widen()).body.data.proposal).toBeNull();
  expect((await shop.as(ben)(noticeEditor.decideText, { params, body: verdict })).status).toBe(409);
});

test('whoever decides has confirmed who they are, as for every other decision', async () => {
  const text = await write({ published_at: 'now' });
  shop.clock.advance(11 * MINUTE_MS);
  expect((await decide(text.id, text.proposal!.id)).body).toMatchObject({ reason: 'step_up_required' });
});
