import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Attention, AttentionSource } from '../../feature.ts';

const SHOWN = 3;
const SUPPORT_REPLIED = 3;

/** Tickets with an answer that waits for their buyer. */
export const answeredTickets: AttentionSource['find'] = async ({ sql }, { user }) => {
  const tickets = await sql<{ id: string; number: number; subject: string }[]>`
    select id, number, subject from tickets
    where user_id = ${user.id} and status = ${SUPPORT_REPLIED} order by updated_at desc, id desc limit ${SHOWN}`;
  return tickets.map(
    ({ id, number, subject }): Attention => ({
      tone: 'info',
      text: message('attention.ticket', { number: String(number), subject }),
      link: pagePath('/support/:id', { id }),
    }),
  );
};
