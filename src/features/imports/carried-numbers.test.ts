import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/http/errors.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';
import type { CodeMask, PinMask } from '../import-guard/format.ts';
import { createProgramme } from '../programmes/create-programme.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, activeProgramme, openBatch, importText, programmeFacts } = await createStaff(shop);

const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error;
};

const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const numeric = (length: number, prefix = ''): CodeMask => ({ kind: 'numeric', length, prefix });
const alnum = (groups: number[], sep: '' | '-' | ' ', alphabet = MIXED): CodeMask => ({
  kind: 'alnum',
  groups,
  sep,
  alphabet,
});
const digits = (length: number): PinMask => ({ kind: 'numeric', length });
const claim: CodeMask = { kind: 'link', host: 'claim.example', path: '/g/', length: 26, alphabet: MIXED };

describe('a mask that a whole card number fits', () => {
  it.each<[string, CodeMask, PinMask | null]>([
    ['ten digits with a PIN of ten', numeric(10), digits(10)],
    ['nine digits with a PIN of eleven', numeric(9), digits(11)],
    ['eleven digits with a PIN of eleven', numeric(11), digits(11)],
    ['26 letters and digits', alnum([26], ''), null],
    ['19 digits and the letter X', alnum([19], '', '0123456789X'), null],
  ])('is refused when its programme is proposed: %s', async (_what, code, pin) => {
    const refused = await refusal(createProgramme(ctx, importer, programmeFacts({ code_format: { code, pin } })));
    expect(refused.errors).toHaveProperty('code_format');
    expect(refused.message).toMatch(/IG-13/);
  });

  it('of a programme that was approved by an earlier release takes no more files', async () => {
    const { id } = await activeProgramme();
    const batch_id = await openBatch(id);
    await sql`update programmes set code_format = ${sql.json({ code: numeric(10), pin: digits(10) })} where id = ${id}`;
    expect((await refusal(importText(batch_id, 'code,pin,face_value\n4012888888,8818811229,25.00'))).message).toMatch(
      /IG-13/,
    );
  });
});

describe('a file that carries a whole card number', () => {
  it.each<[string, CodeMask, PinMask | null, string]>([
    ['in code and PIN', alnum([4, 4, 4], '-'), digits(4), '4012-8888-8888,1881'],
    ['in code and PIN, with spaces', alnum([4, 4, 4], ' '), digits(4), '4012 8888 8888,1881'],
    ['half in the PIN', alnum([4, 4], '-'), digits(8), '4012-8888,88881881'],
    ['with its last digit in the PIN', alnum([5, 5, 5], '-'), digits(6), '40128-88888-88188,122812'],
    ['in a link', claim, null, 'https://claim.example/g/ABCDE7401288888888188122ABC,'],
  ])('is refused as a whole: %s', async (_what, code, pin, row) => {
    const { id } = await activeProgramme({ code_format: { code, pin } });
    const batch_id = await openBatch(id);
    const refused = await refusal(importText(batch_id, `code,pin,face_value\n${row},25.00`));
    expect(refused.message).toMatch(/IG-05/);
    expect(await sql`select from cards where batch_id = ${batch_id}`).toEqual([]);
    expect(
      await sql`select details ->> 'rule' as rule from audit_entries where subject = ${batch_id} order by id desc limit 1`,
    ).toEqual([{ rule: 'IG-05' }]);
  });
});
