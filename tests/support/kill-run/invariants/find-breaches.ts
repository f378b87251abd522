import { join } from 'node:path';
import { preorderBook } from '#features/shop/preorders/money/preorder-book.ts';
import { verifyPreorders } from '#features/shop/preorders/verify-preorders.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { compareBook } from '#platform/ledger/compare-book.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import type { Breach, History } from '../history.ts';
import { historyRules } from './history-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import type { Rule } from './rule.ts';
import { saleRules } from './sale-rules.ts';

const asDetails = ({ problems }: { problems: string[] }) => problems.map((detail) => ({ detail }));

export const rules: Record<string, Rule> = {
  ...ledgerRules,
  ...saleRules,
  ...historyRules,
  ledger_verifies: async (sql) => asDetails(await verifyLedger(sql)),
  preorders_verify: async (sql) => asDetails({ problems: await verifyPreorders(sql) }),
  reserved_money_verifies: async (sql) => asDetails({ problems: await compareBook(sql, preorderBook) }),
  audit_verifies: async (sql, { dir }) =>
    asDetails(await verifyAudit({ sql, key: createVault(join(dir, 'master.key')), file: anchorFileOf(dir) })),
};

/** Checks the books of a shop that rests against themselves and against what was acknowledged. */
export async function findBreaches(sql: Db, history: History): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const [rule, find] of Object.entries(rules)) {
    for (const { detail } of await find(sql, history)) breaches.push({ rule, detail });
  }
  return breaches;
}
