import { z } from 'zod';
import { call } from './call.ts';
import { id, pageOf, pageQuery, searchText } from './shapes.ts';

export const prefix = z.object({
  id,
  prefix: z.string().nullable(),
  programme: z.object({ id, name: z.string() }),
  issuer: z.string(),
  country: z.string(),
  currency: z.string(),
  level: z.string(),
  on_sale: z.int(),
});

export const listPrefixes = call({
  method: 'GET',
  path: '/api/services',
  summary: 'The prefix directory: programmes on sale',
  guards: ['auth', 'active'],
  query: z.object({ q: searchText.optional(), ...pageQuery }),
  reply: pageOf(prefix),
});
