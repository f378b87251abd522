import {
  answerTicket,
  assignTicket,
  changeTickets,
  mergeTicket,
  noteTicket,
  reviewComment,
  settleTicket,
} from '#contracts/desk/desk.ts';
import { type Message, message } from '#i18n/message.ts';
import { attempt, type Outcome, type Where } from '#web/server/api.ts';
import { changeOf } from '../queue/change-of.ts';

interface Sent {
  intent: string;
  body: string;
  comment_id: string;
  key: string;
  priority: string;
  tag: string;
  into: string;
}

interface Done {
  outcome: Outcome<unknown>;
  said: Message;
}

/** What the buttons of a ticket's page do, and what is said when it is done. */
export async function runIntent(where: Where, id: string, sent: Sent): Promise<Done> {
  const { intent, body, comment_id, key } = sent;
  const params = { id };
  switch (intent) {
    case 'take':
    case 'release':
      return {
        outcome: await attempt(where, assignTicket, { params, body: { take: intent === 'take' } }),
        said: message(intent === 'take' ? 'desk.taken' : 'desk.released'),
      };
    case 'note':
      return {
        outcome: await attempt(where, noteTicket, { params, body: { body }, idempotencyKey: `note:${key}` }),
        said: message('desk.noted'),
      };
    case 'shown':
    case 'removed':
      return {
        outcome: await attempt(where, reviewComment, { params: { id: comment_id }, body: { decision: intent } }),
        said: message(intent === 'shown' ? 'desk.text_shown' : 'desk.text_removed'),
      };
    case 'solved':
    case 'closed':
      return {
        outcome: await attempt(where, settleTicket, { params, body: { settle: intent } }),
        said: message(intent === 'solved' ? 'desk.solved' : 'desk.closed'),
      };
    case 'merge': {
      const into = Number(sent.into.replace(/^#/, '').trim());
      return {
        outcome: await attempt(where, mergeTicket, { params, body: { into } }),
        said: message('desk.merged_done'),
      };
    }
    case 'priority':
    case 'tag':
    case 'untag': {
      const change = { ids: [id], ...changeOf(intent, (name) => (name === 'tag' ? sent.tag : sent.priority)) };
      return {
        outcome: await attempt(where, changeTickets, { body: change }),
        said: message('desk.changed', { changed: 1 }),
      };
    }
    default: {
      const settle = ({ answer_solved: 'solved', answer_closed: 'closed' } as const)[intent] ?? null;
      const answer = { params, body: { body, settle }, idempotencyKey: `answer:${key}` };
      return { outcome: await attempt(where, answerTicket, answer), said: message('desk.answered') };
    }
  }
}
