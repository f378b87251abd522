import { expect, test } from 'vitest';
import { answerTicket, changeTickets, settleTicket, undoChange } from '#contracts/desk/desk.ts';
import { getDeskSettings, saveDeskSettings } from '#contracts/desk/desk-settings.ts';
import { commentTicket, createTicket, rateTicket } from '#contracts/desk/support.ts';
import { getDeskReport } from '#contracts/office/desk-report.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createDailySums } from '../overview/figures/create-daily-sums.ts';
import { sumDeskDays } from './figures/sum-desk-days.ts';

const shop = await createTestShop();
const desk = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
const buyer = await shop.createUser();
const own = shop.as(buyer);
const { body: settings } = await desk(getDeskSettings);
const hours = Array.from({ length: 7 }, () => ({ from: 0, to: 1440 }));
await desk(saveDeskSettings, { body: { ...settings.data, hours } });
// Noon, so that a few hours more are the same day.
shop.clock.advance((36 * HOUR_MS - (shop.clock.now().getTime() % DAY_MS)) % DAY_MS);

async function opened(subject: string) {
  const { body } = await own(createTicket, { body: { category: 'other', subject, body: 'Why?' } });
  return body.data.id;
}
const answer = (id: string) => desk(answerTicket, { params: { id }, body: { body: 'So.' } });
const report = async (by: 'day' | 'week' = 'day') => {
  await createDailySums(shop.ctx, sumDeskDays, 91)();
  return (await desk(getDeskReport, { query: { by } })).body.data;
};

test('before a worker has summed anything, the report says so', async () => {
  const { body } = await desk(getDeskReport);
  expect(body.data).toMatchObject({ as_of: null });
  expect(body.data.points).toHaveLength(30);
});

test('the report has what was opened, answered and solved, how soon, in time or not, and what buyers said', async () => {
  const [quick, late] = [await opened('Quick'), await opened('Late')];
  shop.clock.advance(HOUR_MS);
  await answer(quick);
  await desk(settleTicket, { params: { id: quick }, body: { settle: 'solved' } });
  await own(rateTicket, { params: { id: quick }, body: { good: true } });
  shop.clock.advance(8 * HOUR_MS);
  await answer(late);
  const { body } = await desk(changeTickets, { body: { ids: [late], settle: 'solved' } });
  const { as_of, points } = await report();
  expect(as_of).not.toBeNull();
  expect(points.at(-1)).toEqual({
    at: shop.clock.now().toISOString().slice(0, 10),
    opened: 2,
    answered: 2,
    answered_in_time: 1,
    answer_minutes: 300,
    solved: 2,
    solved_in_time: 2,
    solve_minutes: 300,
    rated_good: 1,
    rated_bad: 0,
  });
  const weeks = (await report('week')).points;
  expect([weeks.length, weeks.at(-1)?.opened]).toEqual([13, 2]);
  await desk(undoChange, { params: { id: body.data.id! } });
  await own(commentTicket, { params: { id: quick }, body: { body: 'It came back.' } });
  expect((await report()).points.at(-1)).toMatchObject({ answered: 2, solved: 0, solve_minutes: null });
});
