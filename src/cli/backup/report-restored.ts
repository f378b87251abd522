import type { Last } from '#features/office/backups/restored/read-last.ts';
import type { Settled } from '#features/office/backups/restored/settle-restored.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What the operator has to know: nothing in here can say what came after the copy, but the last numbers can. */
export function reportRestored(last: Last, { sessions, held_jobs }: Settled): void {
  say('');
  say(`The shop knows nothing that happened after ${last.entry_at ?? 'it was set up'}. Missing is whatever is newer:`);
  say(
    `- orders after ${last.order ? `number ${last.order.number} of ${last.order.at}` : 'the first'} that buyers have mails for`,
  );
  say(`- tickets after ${last.ticket ? `number ${last.ticket.number} of ${last.ticket.at}` : 'the first'}`);
  say(`- accounts made after ${last.user_at ?? 'the first'}, and changes of passwords and second factors`);
  say(`- what an issuer answered and what was paid out since: compare it with their statements`);
  for (const { coin, height } of last.chains)
    say(`- payments in ${coin} after block ${height} are found again on the chain`);
  say(
    `${sessions} sessions ended: everybody signs in anew. Numbers that buyers may have been told since aren't given again.`,
  );
  say(
    `${held_jobs} mails and push messages that waited are set aside under Operations, Jobs: they may have been sent since.`,
  );
}
