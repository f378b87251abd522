import { expect, test } from 'vitest';
import { listShapes } from '#contracts/supply/imports.ts';
import { judgeMask } from '#contracts/supply/programmes.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const staff = await createStaff(shop);
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });

const READABLE = {
  code: { kind: 'alnum', groups: [4, 1, 4, 1, 4], sep: '-', alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789' },
  pin: { kind: 'numeric', length: 11 },
} as const;

async function imported(rows: string[]) {
  const { id } = await staff.activeProgramme({ code_format: structuredClone(READABLE) as never });
  const batch_id = await staff.openBatch(id);
  await staff.importText(batch_id, ['code,pin,face_value', ...rows.map((row) => `${row},25.00`)].join('\n'));
  return { id, batch_id };
}
const four = (number: number) => String(number).padStart(4, '0');
const shapesOf = (batch_id: string, who = approver) => shop.as(who)(listShapes, { params: { id: batch_id } });

test('an approver sees what the codes of a file look like and where dates stand, and none of them', async () => {
  // No card numbers: their groups begin with zeros. So nothing but the shape tells.
  const rows = Array.from(
    { length: 60 },
    (_, at) => `${four(at)}-K-${four(at * 7)}-Q-${four(at * 3)},00010${1 + (at % 9)}29${100 + at}`,
  );
  const { batch_id } = await imported(rows);
  const { body } = await shapesOf(batch_id);
  const shape = '####-A-####-A-#### + ###########';
  expect(body.data).toMatchObject([{ rows: 60, typical: shape, often: [{ shape, rows: 60 }] }]);
  expect(body.data[0]!.dates).toContainEqual({ part: 'pin', at: 5, order: 'MMYY', rows: 60 });
  const text = JSON.stringify(body.data[0]!.often) + body.data[0]!.typical;
  expect(text).not.toMatch(/[KQ]/);
});

test('shapes are for who imports, approves or audits', async () => {
  const { id, batch_id } = await imported(['ABCD-E-FGHI-J-KLMN,73041526001']);
  for (const [duty, status] of Object.entries({ importer: 200, auditor: 200, support: 403, seller: 403 })) {
    const who = await shop.createUser({ role: 'admin', duties: [duty] });
    expect((await shapesOf(batch_id, who)).status).toBe(status);
  }
  expect((await shop.as(await shop.createUser())(judgeMask, { params: { id } })).status).toBe(403);
});

test('a mask says what it could carry and which rules honest codes of it break by chance', async () => {
  const { id } = await imported(['ABCD-E-FGHI-J-KLMN,73041526002']);
  const { data } = (await shop.as(approver)(judgeMask, { params: { id } })).body;
  expect(data).toEqual({
    own: { places: 25, digits: 25, carries: 'number_and_date', chance: expect.any(Array) },
    edit: null,
  });
  const few = await staff.activeProgramme({
    code_format: {
      code: { ...READABLE.code, groups: [4, 4, 4, 4], alphabet: 'SBZIXOLA0123456789' },
      pin: READABLE.pin,
    } as never,
  });
  const { own } = (await shop.as(approver)(judgeMask, { params: { id: few.id } })).body.data;
  expect(own.chance.map(({ rule }) => rule)).toContain('IG-05');
  for (const { one_in } of own.chance) expect(one_in).toBeLessThan(10_000_000);
});
