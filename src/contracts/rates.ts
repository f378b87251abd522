import { z } from 'zod';
import { call } from './call.ts';
import { coin, dataOf, time } from './shapes.ts';

/** Dollars for one coin: a decimal string with up to 8 decimals. */
const usd = z.string();

export const listRates = call({
  method: 'GET',
  path: '/api/rates',
  summary: 'BTC, ETH and LTC in dollars',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ coin, usd, at: time, stale: z.boolean() }))),
});

export const rateHistory = call({
  method: 'GET',
  path: '/api/rates/history',
  summary: 'The rates of the last 24 hours: the last one of each half hour, oldest first',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ coin, points: z.array(z.object({ at: time, usd })) }))),
});
