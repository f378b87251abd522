import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import type { AlertKind } from '../../../feature.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';

export const unexplainedAlert: AlertKind<{ debits: number }> = {
  name: 'bank.unexplained',
  sentence: ({ details: { debits } }) => message('alert.bank_unexplained', { debits }),
  link: ({ subject }) => pagePath('/reseller/bank-statements/:id', { id: subject }),
};

/** Raises the alert about what left by a statement without an explanation, or ends it once nothing is left. */
export async function nameUnexplained(sql: Db, now: Date, statement_id: string): Promise<void> {
  const [open] = await sql<[{ debits: number }]>`
    select count(*) as debits from bank_entries
    where statement_id = ${statement_id} and state = 'open' and direction = 'debit'`;
  const about = { kind: unexplainedAlert, subject: statement_id };
  if (open.debits > 0) await raiseAlert(sql, now, { ...about, details: { debits: open.debits } });
  else await endAlert(sql, now, about);
}
