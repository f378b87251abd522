import * as contract from '#contracts/oversight/audit.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { exportAuditEntries } from './export-audit-entries.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listVerifications } from './list-verifications.ts';
import { startVerification } from './start-verification.ts';

export const auditRoutes = ({ recordKinds }: Brought) => [
  serve(contract.listAuditEntries, listAuditEntries(recordKinds)),
  serve(contract.getAuditEntry, getAuditEntry(recordKinds)),
  serve(contract.exportAuditEntries, exportAuditEntries),
  serve(contract.listVerifications, listVerifications),
  serve(contract.startVerification, startVerification),
];
