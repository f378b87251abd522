import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
// A passkey is tied to a domain name, which 127.0.0.1 is not.
const newPage = await openBrowser(shop.url.replace('127.0.0.1', 'localhost'));

/** A proposal to edit a programme that is on sale; returns the programme's id. */
async function proposeEdit(expiry_policy: string): Promise<string> {
  const { programme } = DEMO_PROGRAMMES.find(({ programme: { name } }) => name === 'Brambleforth Books')!;
  const facts = { ...programme, name: `Signed ${randomBytes(4).toString('hex')}`, expiry_policy };
  const body = { ...facts, issuer_public_key: randomBytes(32).toString('base64'), evidence_sha256: 'ab'.repeat(32) };
  const token = await shop.signIn('admin');
  return (await shop.api<{ data: { id: string } }>('/api/admin/programmes', { token, body })).data.id;
}

async function withPasskey() {
  const page = await newPage({ token: await shop.signIn('approver'), refusals: true });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/user/security');
  await page.locator('#passkey-name').fill('Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('listitem').getByText('Key', { exact: true }).waitFor();
  return page;
}

/** The token of a page's session, for a page of another kind. */
const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'facevalue')!.value;

test('a decision is signed by one touch over its page, and is sent as it was typed', async () => {
  const id = await proposeEdit('Cards do not expire.');
  const page = await withPasskey();
  await page.goto(`/admin/programmes/${id}`);
  await untilHydrated(page);
  await page.getByLabel('Reason').fill('not as in the contract');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog', { name: 'Sign your decision' }).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('There is nothing to decide here now.').waitFor();
  const [kept] = await shop.books`
    select s.decision, p.decision as outcome, p.decision_reason as reason from decision_signatures s
    join proposals p on p.id = s.proposal_id where p.subject = ${id}`;
  expect(kept).toEqual({ decision: 'rejected', outcome: 'rejected', reason: 'not as in the contract' });

  // The confirmation that has run out is renewed by the same touch.
  const another = await proposeEdit('Cards expire after ten years.');
  await shop.books`
    update sessions set confirmed_at = now() - interval '11 minutes'
    where user_id = (select id from users where username = 'approver')`;
  await page.goto(`/admin/programmes/${another}`);
  await untilHydrated(page);
  await page.getByLabel('Reason').fill('not this either');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog', { name: 'Sign your decision' }).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('There is nothing to decide here now.').waitFor();

  const plain = await newPage({ token: await tokenOf(page), javaScript: false, refusals: true });
  const third = await proposeEdit('Cards expire after twenty years.');
  await plain.goto(`/admin/programmes/${third}`);
  await plain.getByLabel('Reason').fill('without JavaScript');
  await plain.getByRole('button', { name: 'Reject' }).click();
  await plain.getByRole('heading', { name: 'Sign your refusal' }).waitFor();
  expect(await plain.locator('noscript').innerText()).toContain('needs JavaScript');
});
