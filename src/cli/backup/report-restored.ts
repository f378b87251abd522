import type { Last } from '#features/office/backups/restored/read-last.ts';
import type { Settled } from '#features/office/backups/restored/settle-restored.ts';
import type { MissingEntries } from '#platform/audit/read-missing.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What the operator has to know: nothing in here can say what came after the copy, but the last numbers and anchors from elsewhere can. */
export function reportRestored(
  last: Last,
  { sessions, links, held_jobs }: Settled,
  missing: MissingEntries | null,
): void {
  say('');
  say(`The shop knows nothing that happened after ${last.entry_at ?? 'it was set up'}. Missing is whatever is newer:`);
  if (missing) reportMissing(missing);
  say(
    `- orders after ${last.order ? `number ${last.order.number} of ${last.order.at}` : 'the first'} that buyers have mails for`,
  );
  say(`- tickets after ${last.ticket ? `number ${last.ticket.number} of ${last.ticket.at}` : 'the first'}`);
  say(`- accounts made after ${last.user_at ?? 'the first'}, and changes of passwords and second factors`);
  say(`- what an issuer answered and what was paid out since: compare it with their statements`);
  for (const { coin, height } of last.chains)
    say(`- payments in ${coin} after block ${height} are found again on the chain`);
  const { payouts, returns } = last.unpaid;
  if (payouts + returns > 0) {
    say(
      `${payouts} payouts to sellers and ${returns} returns of top-ups are approved and not paid in these books. They may have been paid since: look at the bank and the chains before you pay them.`,
    );
  }
  say(
    `${sessions} sessions ended: everybody signs in anew. Numbers that buyers may have been told since aren't given again.`,
  );
  say(`${links} links in mails ended, which may have been used since: whoever needs one asks for a new one.`);
  say(
    `${held_jobs} mails, push messages and messages to receivers of alerts that waited are set aside under Operations, Jobs: they may have been sent since.`,
  );
}

function reportMissing({ anchors, foreign, missing, until }: MissingEntries): void {
  if (foreign > 0) say(`- ${foreign} lines of the file of anchors are no anchors of this shop`);
  if (anchors === 0) return;
  say(
    until === null
      ? `- nothing that the ${anchors} anchors from elsewhere know of: the log reaches beyond them`
      : `- ${missing} entries of the audit log that an anchor from elsewhere counts until ${until}, and what came after it`,
  );
}
