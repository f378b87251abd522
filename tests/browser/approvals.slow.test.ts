import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** Proposes a programme with a new key, like one that is there; returns its id and the key's fingerprint. */
async function proposed(name: string) {
  const key = randomBytes(32);
  const demo = DEMO_PROGRAMMES.find(({ programme }) => programme.name === 'Brambleforth Books')!.programme;
  const facts = { ...demo, name, issuer_public_key: key.toString('base64'), evidence_sha256: 'ab'.repeat(32) };
  const token = await shop.signIn('admin');
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/programmes', { token, body: facts });
  return { id: data.id, fingerprint: createHash('sha256').update(key).digest('hex') };
}

test.each([
  [true, wide],
  [false, narrow],
])('a programme is approved by two people who know the fingerprint, with JavaScript: %s', async (javaScript, width) => {
  const name = `Tea Rooms ${width}`;
  const { id, fingerprint } = await proposed(name);
  const page = async (user: string, refusals = false) =>
    newPage({ token: await shop.signIn(user), javaScript, width, refusals });
  const proposer = await page('admin');
  await proposer.goto(`/admin/programmes/${id}`);
  await proposer.getByText('You proposed this, so someone else has to decide.').waitFor();
  expect(await proposer.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const first = await page('approver', true);
  await first.goto('/admin/approvals');
  await first.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
  await first.getByLabel("End of the key's fingerprint").fill('00000000');
  await first.getByLabel('Reason').fill('as in the contract');
  await first.getByRole('button', { name: 'Approve' }).click();
  await first.getByText("This isn't the end of the fingerprint").first().waitFor();
  expect(await first.getByLabel('Reason').inputValue()).toBe('as in the contract');
  await first.getByLabel("End of the key's fingerprint").fill(fingerprint.slice(-8));
  await first.getByRole('button', { name: 'Approve' }).click();
  // The decision leads on to what is next in the list.
  await first.waitForURL((url) => !url.pathname.endsWith(id));
  await first.goto(`/admin/programmes/${id}`);
  await first.getByText('approver has approved this. It takes one more approval.').waitFor();
  expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const second = await page('approver2');
  await second.goto(`/admin/programmes/${id}`);
  await second.getByLabel("End of the key's fingerprint").fill(fingerprint.slice(-8).toUpperCase());
  await second.getByLabel('Reason').fill('phoned the issuer');
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByText('There is nothing to decide here now.').waitFor();
  await second.getByText('Active', { exact: true }).waitFor();
});

test.each([true, false])(
  'who may no longer decide is led to /403 with the reason, with JavaScript: %s',
  async (javaScript) => {
    const { id, fingerprint } = await proposed(`Own Rooms ${javaScript}`);
    const page = await newPage({ token: await shop.signIn('approver'), javaScript, refusals: true });
    await page.goto(`/admin/programmes/${id}`);
    const here = page.getByRole('navigation', { name: 'Back office' }).locator('[aria-current=page]');
    expect(await here.allTextContents()).toEqual(['Programmes']);
    // As the decision is on its way: a page that is told of a change before would no longer offer it.
    await page.route(
      () => true,
      async (route) => {
        if (route.request().method() === 'POST')
          await shop.books.begin(async (tx) => {
            await tx`set local session_replication_role = replica`;
            await tx`update proposals set proposer_id = (select id from users where username = 'approver') where subject = ${id}`;
          });
        await route.fallback();
      },
    );
    await page.getByLabel("End of the key's fingerprint").fill(fingerprint.slice(-8));
    await page.getByLabel('Reason').fill('my own');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/403');
    await page.locator('.toast[data-type=warning]').waitFor();
    const [proposal] = await shop.books`select decision from proposals where subject = ${id}`;
    expect(proposal).toEqual({ decision: null });
  },
);

test('a batch in another currency shows the exchange rate that its prices rest on', async () => {
  const [batch] = await shop.books<{ id: string }[]>`
    update batches set usd_e9 = 1083457000
    where id = (select b.id from batches b join programmes p on p.id = b.programme_id where p.currency = 'GBP' limit 1)
    returning id`;
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto(`/reseller/base/${batch?.id}`);
  await page.getByText('100 GBP = 108.3457 USD', { exact: true }).waitFor();
});

test('a rejected programme ends there, with the reason on record', async () => {
  const { id } = await proposed('Rejected Rooms');
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto(`/admin/programmes/${id}`);
  await page.getByLabel('Reason').fill('no such contract');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('There is nothing to decide here now.').waitFor();
  await page.getByRole('region', { name: 'Programme', exact: true }).getByText('Rejected', { exact: true }).waitFor();
  const [proposal] = await shop.books`select decision, decision_reason from proposals where subject = ${id}`;
  expect(proposal).toEqual({ decision: 'rejected', decision_reason: 'no such contract' });
});

test.each([true, false])(
  'a decision that needs a confirmation first goes on with what was typed; JavaScript: %s',
  async (javaScript) => {
    const { id, fingerprint } = await proposed(`Stale Rooms ${javaScript}`);
    const token = await shop.signIn('approver');
    const page = await newPage({ token, javaScript, refusals: true });
    await page.goto(`/admin/programmes/${id}`);
    await shop.books`update sessions set confirmed_at = now() - interval '1 hour'
    where user_id = (select id from users where username = 'approver')`;
    await page.getByLabel("End of the key's fingerprint").fill(fingerprint.slice(-8));
    await page.getByLabel('Reason').fill('typed before');
    await page.getByRole('button', { name: 'Approve' }).click();
    if (javaScript) {
      // A sheet asks over the page, which stays; putting it away sends nothing.
      const sheet = page.getByRole('dialog', { name: "Confirm it's you" });
      await sheet.getByLabel('Password').fill('wrong');
      await sheet.getByRole('button', { name: 'Confirm and send' }).click();
      await sheet.getByText('is wrong').first().waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Reason').inputValue()).toBe('typed before');
      await page.getByRole('button', { name: 'Approve' }).click();
      await sheet.getByLabel('Password').fill('facevalue-demo');
      await page.keyboard.press('Enter');
    } else {
      await page.getByLabel('Password').fill('facevalue-demo');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.waitForURL(`**/admin/programmes/${id}`);
      expect(await page.getByLabel('Reason').inputValue()).toBe('typed before');
      await page.getByRole('button', { name: 'Approve' }).click();
    }
    await page.getByText('approver has approved this.').waitFor();
  },
);

test('a decision that waits for a factor stays about what was on the page when it was pressed', async () => {
  const { programme } = DEMO_PROGRAMMES.find((one) => one.programme.name === 'Brambleforth Books')!;
  const [{ id }] = await shop.books<[{ id: string }]>`select id from programmes where name = ${programme.name}`;
  const proposer = await shop.signIn('admin');
  const edited = async (redemption_text: string) => {
    const body = { ...programme, redemption_text, evidence_sha256: 'ab'.repeat(32) };
    await shop.api(`/api/admin/programmes/${id}/versions`, { token: proposer, body });
    const [proposal] = await shop.books<[{ id: string }]>`
      select id from proposals where subject = ${id} and decision is null order by id desc limit 1`;
    return proposal.id;
  };
  const read = await edited('Read this at the till.');
  const page = await newPage({ token: await shop.signIn('approver'), refusals: true });
  await page.goto(`/admin/programmes/${id}`);
  await shop.books`update sessions set confirmed_at = now() - interval '1 hour'
    where user_id = (select id from users where username = 'approver')`;
  await page.getByLabel('Reason').first().fill('read it');
  await page.getByRole('button', { name: 'Approve' }).click();
  const password = page.getByRole('dialog', { name: "Confirm it's you" }).getByLabel('Password');
  await password.fill('facevalue-demo');
  await shop.api(`/api/admin/proposals/${read}/withdraw`, { token: proposer, body: {} });
  const other = await edited('Nobody has read this.');
  // The page is told of the change, behind the sheet.
  await page.locator(`form.decision input[name=proposal_id][value="${other}"]`).first().waitFor({ state: 'attached' });
  await password.press('Enter');
  const refused = page.getByText('There is a newer proposal. Read it before you decide.').first();
  await refused.or(page.getByText('approver has approved this')).first().waitFor();
  expect(await shop.books`select from proposal_approvals where proposal_id = ${other}`).toHaveLength(0);
});
