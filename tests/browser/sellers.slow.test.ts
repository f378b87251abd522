import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

test.each([
  [true, wide],
  [false, narrow],
])('a seller is added, verified by another and given a destination, with JavaScript: %s', async (javaScript, width) => {
  const name = `Quayside Cards ${javaScript ? 'One' : 'Two'}`;
  const importer = await newPage({ token: await shop.signIn('admin'), javaScript, width });
  await importer.goto('/reseller/sellers');
  for (const [label, value] of [
    ['Legal name', name],
    ['Contact e-mail', 'contact@quayside.example'],
    ['Country', 'DE'],
    ['Tax number', 'DE 811 907'],
    ['Commission in per cent of the price', '10'],
    ['Reserve in per cent of the share', '5'],
    ['Days until the reserve is released', '30'],
    ['Minimum payout in dollars', '50'],
  ] as [string, string][])
    await importer.getByRole('textbox', { name: label }).fill(value);
  await importer.getByRole('button', { name: 'Add a seller' }).click();
  await importer.getByRole('heading', { level: 1, name }).waitFor();
  const verification = importer.getByRole('form', { name: 'Verification' });
  await verification.getByLabel('Reference of the evidence').fill('REG-EXTRACT-7');
  await verification.getByLabel('Checked on').fill('2026-01-10');
  await verification.getByLabel('Reason').fill('Register and bank letter');
  await verification.getByRole('button', { name: 'Propose verification' }).click();
  await importer.getByText('Proposed verification').first().waitFor();

  const approver = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
  await approver.goto(new URL(importer.url()).pathname);
  const decision = approver.getByRole('form', { name: 'Your decision' });
  await decision.getByLabel('Reason').fill('Compared with the register');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await approver.getByText('Verified', { exact: true }).first().waitFor();
  await approver.locator('.page-head').getByRole('link', { name: 'Payouts' }).click();
  await approver.getByLabel('IBAN or address').fill('DE89 3704 0044 0532 0130 01');
  await approver.getByRole('button', { name: 'Change the payout account' }).click();
  await approver.getByText("This isn't a valid IBAN.").first().waitFor();
  await approver.getByLabel('IBAN or address').fill('DE89 3704 0044 0532 0130 00');
  await approver.getByRole('button', { name: 'Change the payout account' }).click();
  await approver.getByText('IBAN DE89…3000').first().waitFor();
  expect(await approver.getByText('Less than the minimum is available.').count()).toBeGreaterThan(0);
  if (process.env.SHOTS) {
    for (const [at, page] of [importer, approver].entries())
      await page.screenshot({ path: `${process.env.SHOTS}/${javaScript}-${at}.png`, fullPage: true });
    await approver.goto('/reseller/sellers');
    await approver.screenshot({ path: `${process.env.SHOTS}/${javaScript}-list.png`, fullPage: true });
    await approver.goto('/reseller/payouts');
    await approver.screenshot({ path: `${process.env.SHOTS}/${javaScript}-payouts.png`, fullPage: true });
  }
});
