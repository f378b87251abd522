import {
  answerTicket,
  assignTicket,
  changeTickets,
  mergeTicket,
  noteTicket,
  reviewComment,
  settleTicket,
} from '#contracts/desk/desk.ts';
import { type Message, message, messageKey } from '#i18n/message.ts';
import { attempt, type Outcome, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { changeOf } from '../queue/change-of.ts';

interface Sent {
  intent: string;
  body: string;
  comment_id: string;
  key: string;
  priority: string;
  tag: string;
  into: string;
  assignee_id: string;
  /** The colleague whom whoever takes the ticket over was asked about. */
  taken_from: string;
  /** Of the ticket as it was read. */
  version: string;
  /** What the ticket is marked with along with an answer, with commas between. */
  tags: string;
  /** The state that an answer leaves it in, unless the button says another. */
  settle: string;
}

interface Done {
  outcome: Outcome<unknown>;
  said: Message;
}

const SETTLES = { answer_solved: 'solved', answer_next: 'solved', answer_closed: 'closed' } as const;
const STATES = ['solved', 'closed'] as const;

const assignedKeys = {
  mine: messageKey('desk.taken'),
  given: messageKey('desk.given'),
  queue: messageKey('desk.released'),
};

/** What the buttons of a ticket's page do, and what is said when it is done. */
export async function runIntent(where: Where, id: string, sent: Sent): Promise<Done> {
  const { intent, body, comment_id, key } = sent;
  const params = { id };
  const me = where.context.get(pageContext).user?.id ?? '';
  switch (intent) {
    case 'take':
    case 'release':
    case 'assign': {
      const chosen = { take: me, release: null, assign: sent.assignee_id || null }[intent];
      const body = { assignee_id: chosen, ...(sent.taken_from && { taken_from: sent.taken_from }) };
      return {
        outcome: await attempt(where, assignTicket, { params, body }),
        said: message(assignedKeys[chosen === me ? 'mine' : chosen ? 'given' : 'queue']),
      };
    }
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
      const change = { ids: [id], ...changeOf(intent, (name) => (name === 'tag' ? sent.tag : sent.priority), me) };
      return {
        outcome: await attempt(where, changeTickets, { body: change }),
        said: message('desk.changed', { changed: 1 }),
      };
    }
    default: {
      const chosen = STATES.find((one) => one === sent.settle) ?? null;
      const settle = SETTLES[intent as keyof typeof SETTLES] ?? chosen;
      const tags = sent.tags.split(',').filter((tag) => tag !== '');
      const read = /^\d{1,9}$/.test(sent.version) ? { version: Number(sent.version) } : {};
      const answer = { params, body: { body, settle, tags, ...read }, idempotencyKey: `answer:${key}` };
      return { outcome: await attempt(where, answerTicket, answer), said: message('desk.answered') };
    }
  }
}
