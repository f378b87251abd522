import type { Input } from '#contracts/call.ts';
import { type changeTickets, MAX_TAGS } from '#contracts/desk/desk.ts';
import type { DeskSettings } from '#contracts/desk/desk-settings.ts';
import type { TicketState } from '../../support/staff/ticket-state.ts';
import { moveTargets } from '../../support/targets/move-targets.ts';
import { solveFigures } from '../../support/targets/solve-figures.ts';
import { CLOSED, SOLVED } from '../../support/ticket/lock-ticket.ts';

export type Change = Omit<Input<typeof changeTickets>['body'], 'ids'>;

interface Around {
  user_id: string;
  settings: DeskSettings;
  now: Date;
}

/** A ticket after a change, with the actions for the audit log; none if it is already as wanted, or closed for that. */
export function applyChange(
  ticket: TicketState,
  { assignee_id, priority, tag, untag, settle }: Change,
  { user_id, settings, now }: Around,
): { after: TicketState; actions: string[] } {
  let after = ticket;
  const actions: string[] = [];
  const become = (action: string, next: TicketState) => {
    after = next;
    actions.push(action);
  };
  if (assignee_id !== undefined && assignee_id !== after.assignee_id && !staysWithOther(ticket, user_id))
    become('ticket.assigned', { ...after, assignee_id });
  if (priority !== undefined && priority !== after.priority)
    become('ticket.prioritised', moveTargets(after, priority, settings, now));
  if (tag !== undefined && !after.tags.includes(tag) && after.tags.length < MAX_TAGS)
    become('ticket.tagged', { ...after, tags: [...after.tags, tag].sort() });
  if (untag !== undefined && after.tags.includes(untag))
    become('ticket.untagged', { ...after, tags: after.tags.filter((one) => one !== untag) });
  const status = settle === 'solved' ? SOLVED : CLOSED;
  if (settle && after.status < status) become(`ticket.${settle}`, settled(after, status, settings, now));
  return { after, actions };
}

/** Whether a colleague has it, who is asked first. */
export const staysWithOther = ({ assignee_id }: TicketState, user_id: string): boolean =>
  assignee_id !== null && assignee_id !== user_id;

const settled = (ticket: TicketState, status: number, settings: DeskSettings, now: Date): TicketState => ({
  ...ticket,
  ...(status === SOLVED && solveFigures(ticket, settings, now)),
  status,
  waiting_since: null,
  solve_left_ms: null,
  solved_at: status === SOLVED ? now.toISOString() : ticket.solved_at,
});
