import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { approveBatchAs } from '#features/demo/people/approve-as.ts';
import { seedDemo } from '#features/demo/seed.ts';
import { takeReport } from '#features/supply/issuers/reports/take-report.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { run as batch } from './batch.ts';
import { run as confirm } from './confirm.ts';
import { run as demoReport } from './demo/demo-report.ts';
import { run as demoStock } from './demo/demo-stock.ts';
import { run as importFile } from './import.ts';
import { run as programme } from './programme.ts';
import { run as propose } from './propose.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, approver, activeProgramme, openBatch, manifestOf, programmeFacts } = await createStaff(shop);
const folder = await mkdtemp(join(tmpdir(), 'facevalue import '));
afterAll(() => rm(folder, { recursive: true }));

const written: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);

const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const as = (actor: typeof importer) => ['--as', actor.user.username];

it('a batch goes from a file to the shelf by two commands of one person and the approval of another', async () => {
  const { id, registration_ref } = await activeProgramme();
  const batch_id = await openBatch(id);
  const codes = [codeNumber(1), codeNumber(2)];
  const stock = await file(
    'stock.csv',
    `code,pin,face_value\n${codes.map((code) => `${code},730415,25.00`).join('\n')}\n`,
  );
  const manifest = await file('manifest.txt', manifestOf(codes, registration_ref));
  expect(await importFile(ctx, [stock, '--batch', batch_id, ...as(importer)])).toBe(0);
  expect(await confirm(ctx, [manifest, '--batch', batch_id, ...as(importer)])).toBe(0);
  await approveBatchAs(ctx, approver, { batch_id });
  expect(await sql`select state from cards where batch_id = ${batch_id}`).toEqual([
    { state: 'available' },
    { state: 'available' },
  ]);
});

it('a demo shop takes new stock of its simulated issuer by commands', async () => {
  await seedDemo(ctx, { ...ctx, sql });
  const invoice = await file('invoice.txt', 'An invoice');
  const out = async (command: typeof batch, args: string[]) => {
    written.length = 0;
    expect(await command(ctx, args)).toBe(0);
    return written.join('').trim();
  };
  const listed = await out(programme, ['list']);
  const programme_id = /^(\S+) +active +CHF +Zellbrugg Uhren/m.exec(listed)![1]!;
  const facts = ['--name', 'Autumn', '--supplier', 'Zellbrugg Uhren AG', '--invoice', 'A-1', '--date', '2026-01-02'];
  const open = ['open', '--programme', programme_id, ...facts, '--evidence', invoice, '--as', 'admin'];
  open.push('--authorisation', 'Contract 3', '--authorised-from', '2025-01-01', '--cost', '94.5');
  const id = await out(batch, [...open, '--discount', '2.5', '--rate', '1.13']);
  await out(demoStock, [join(folder, 'sent'), '--batch', id, '--cards', '30']);
  await out(importFile, [join(folder, 'sent', 'stock.csv'), '--batch', id, '--as', 'admin']);
  await out(confirm, [join(folder, 'sent', 'manifest.txt'), '--batch', id, '--as', 'admin']);
  expect(await approveBatchAs(ctx, approver, { batch_id: id })).toEqual({ on_sale: 30 });
  expect(await out(batch, ['list'])).toMatch(new RegExp(`^${id} +approved +30 cards +Zellbrugg Uhren: Autumn`));

  shop.clock.advance(MINUTE_MS);
  const report = join(folder, 'sent', 'report.txt');
  const codes = join(folder, 'sent', 'stock.csv');
  expect(await out(demoReport, [report, '--programme', programme_id, '--redeemed', codes])).toMatch(
    /30 redeemed codes/,
  );
  await takeReport(ctx, approver, { programme_id, report: await readFile(report, 'utf8') });
  expect(await sql`select distinct state from cards where batch_id = ${id}`).toEqual([{ state: 'void' }]);
});

it('a programme is proposed from a file of facts', async () => {
  const { evidence_sha256: _, ...facts } = programmeFacts();
  const json = await file('facts.json', JSON.stringify(facts));
  const evidence = await file('contract.txt', 'A contract');
  written.length = 0;
  await programme(ctx, ['propose', json, '--evidence', evidence, ...as(importer)]);
  const id = written.join('').trim();
  expect(await sql`select state, name from programmes where id = ${id}`).toEqual([
    { state: 'proposed', name: facts.name },
  ]);
  const bad = await file('bad.json', JSON.stringify({ ...facts, issuer_public_key: 'AAAA' }));
  await expect(programme(ctx, ['propose', bad, '--evidence', evidence, ...as(importer)])).rejects.toThrow(
    /issuer_public_key/,
  );
});

it('what was withdrawn is proposed again by a command', async () => {
  const { id } = await activeProgramme();
  const batch_id = await openBatch(id);
  const stock = await file('again.csv', `code,pin,face_value\n${codeNumber(9)},730415,25.00\n`);
  await importFile(ctx, [stock, '--batch', batch_id, ...as(importer)]);
  await sql`
    update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
    where subject = ${batch_id}`;
  await expect(approveBatchAs(ctx, approver, { batch_id })).rejects.toThrow(/decided or withdrawn/);
  expect(await propose(ctx, ['--batch', batch_id, ...as(importer)])).toBe(0);
  await approveBatchAs(ctx, approver, { batch_id });
});

it('refused rows are named by number and rule on the way, and their values are not', async () => {
  const { id } = await activeProgramme();
  const batch_id = await openBatch(id);
  const stock = await file(
    'misfits.csv',
    `code,pin,face_value\n${codeNumber(5)},730415,25.00\nMISFIT-CODE,730415,25.00\n`,
  );
  written.length = 0;
  expect(await importFile(ctx, [stock, '--batch', batch_id, ...as(importer)])).toBe(3);
  expect(written.join('')).toMatch(
    /^row 3, column code: refused by IG-15 .*\n1 cards imported as unconfirmed, 1 rows refused/,
  );
  expect(written.join('')).not.toContain('MISFIT');
});

it('a file with a card number ends the command with the row and the rule', async () => {
  const { id } = await activeProgramme();
  const batch_id = await openBatch(id);
  const stock = await file('pan.csv', `code,pin,face_value\n4111111111111111,730415,25.00\n`);
  await expect(importFile(ctx, [stock, '--batch', batch_id, ...as(importer)])).rejects.toThrow(
    /IG-01, row 2, column code.*Nothing from the file was kept/,
  );
});

it.each([
  [importFile, []],
  [importFile, ['a.csv', 'b.csv', '--batch', 'x', '--as', 'y']],
  [importFile, ['/nonexistent.csv', '--batch', 'x', '--as', 'y']],
  [confirm, ['m.txt', '--batch', 'x']],
  [propose, ['--as', 'y']],
  [propose, ['--batch', 'x', '--quarantine', 'z', '--as', 'y']],
])('a command that lacks its arguments says how it is used (%#)', async (command, args) => {
  await expect(command(ctx, args)).rejects.toThrow(/^(Usage: facevalue|.*doesn't exist)/);
});

it('an unknown user, a mistyped id and an absent batch are refused in words', async () => {
  const stock = await file('one.csv', 'code\n');
  await expect(importFile(ctx, [stock, '--batch', crypto.randomUUID(), '--as', 'nobody'])).rejects.toThrow(
    /no user named nobody/,
  );
  await expect(importFile(ctx, [stock, '--batch', '12', ...as(importer)])).rejects.toThrow(/--batch must be an id/);
  await expect(importFile(ctx, [stock, '--batch', crypto.randomUUID(), ...as(importer)])).rejects.toThrow(
    /find this batch/,
  );
});
