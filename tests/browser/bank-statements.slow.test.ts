import { expect, test } from 'vitest';
import { narrow, openBrowser, pressEnter, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

const camt = (cents: string) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct><Ntry><Amt Ccy="USD">${cents}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
  <Sts>BOOK</Sts><BookgDt><Dt>2026-01-15</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Office rent</Ustrd></RmtInf></TxDtls>
  </NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

test.each([
  [true, wide, '900.00'],
  [false, narrow, '950.00'],
])('a bank statement is imported and explained by keyboard, with JavaScript: %s', async (javaScript, width, cents) => {
  const page = await newPage({ token: await shop.signIn('approver'), javaScript, width, refusals: true });
  await page.goto('/reseller/bank-statements');
  const upload = (text: string) =>
    page.getByLabel('Bank statement', { exact: true }).setInputFiles({
      name: 'statement.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(text),
    });
  await upload('<Document/>');
  await pressEnter(page.getByRole('button', { name: 'Import a bank statement', disabled: false }));
  await page.getByText("This XML isn't a bank statement in camt.053.").first().waitFor();
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/bank-${javaScript}-list.png`, fullPage: true });
  await upload(camt(cents));
  await pressEnter(page.getByRole('button', { name: 'Import a bank statement', disabled: false }));
  await page.getByText('Office rent').waitFor();
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/bank-${javaScript}-open.png`, fullPage: true });
  await page.getByLabel('What it was').fill('Rent of January');
  await pressEnter(page.getByRole('button', { name: 'Save explanation' }));
  await page.getByText('Rent of January').first().waitFor();
  await page.getByLabel('Reason').fill('It was another month');
  await pressEnter(page.getByRole('button', { name: 'Take back' }));
  await page.getByRole('button', { name: 'Save explanation' }).waitFor();
  expect(await page.getByText('Rent of January').count()).toBe(0);
});
