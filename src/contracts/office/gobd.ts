import { z } from 'zod';
import { call } from '../call.ts';
import { onSurface } from '../surface.ts';

export const exportGobd = call({
  method: 'GET',
  path: '/api/admin/gobd/{year}',
  summary:
    'The books of a year (UTC) for a tax audit in Germany (GoBD Z3): a ZIP file with tables and their description; audited',
  guards: ['auth', 'admin', 'role:auditor,approver,payouts'],
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-gobd.zip',
  params: z.object({ year: onSurface('shaped', z.string().regex(/^20\d{2}$/)) }),
  reply: z.string(),
});
