import { z } from 'zod';
import { call } from './call.ts';
import { coin, dataOf, time } from './shapes.ts';

export const listRates = call({
  method: 'GET',
  path: '/api/rates',
  summary: 'BTC, ETH and LTC in dollars',
  guards: ['auth'],
  /** `usd` is a decimal string with up to 8 decimals. */
  reply: dataOf(z.array(z.object({ coin, usd: z.string(), at: time, stale: z.boolean() }))),
});
