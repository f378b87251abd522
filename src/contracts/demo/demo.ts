import { z } from 'zod';
import { call } from '../call.ts';
import { coin, dataOf, id, time, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';

// These calls exist in demo mode only; otherwise they return 404.

export const pay = call({
  method: 'POST',
  path: '/api/demo/pay',
  summary: "Pay an address from the development chain's own wallet and mine",
  guards: [],
  inVault: true,
  body: z.strictObject({ coin, address: onSurface('unstored', z.string().min(1).max(120)), amount_units: units }),
  reply: dataOf(z.object({ txid: z.string() })),
});

export const mine = call({
  method: 'POST',
  path: '/api/demo/mine',
  summary: 'Mine blocks on the development chain',
  guards: [],
  body: z.strictObject({ coin, blocks: z.int().min(1).max(500) }),
  reply: dataOf(z.object({ height: z.int() })),
});

export const listMissingNodes = call({
  method: 'GET',
  path: '/api/demo/missing-nodes',
  summary: "The coins that aren't offered because their node isn't installed",
  guards: [],
  reply: dataOf(z.array(z.object({ coin, node: z.string(), install: z.string() }))),
});

export const listMails = call({
  method: 'GET',
  path: '/api/demo/mails',
  summary: 'The mails that were sent, newest first',
  guards: [],
  reply: dataOf(
    z.array(z.object({ id, to: z.string(), subject: z.string(), text: z.string(), html: z.string(), sent_at: time })),
  ),
});
