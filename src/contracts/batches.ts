import { z } from 'zod';
import { call } from './call.ts';
import { dataOf, idParams } from './shapes.ts';

const decision = z.enum(['approved', 'rejected']);

export const decideQuarantine = call({
  method: 'POST',
  path: '/api/admin/quarantines/{id}/decide',
  summary: 'Admit cards that the import guard kept for a decision, or void them',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ decision }),
  reply: dataOf(z.object({ decision, cards: z.int() })),
});
