import type { CallInput } from '#contracts/call.ts';
import type { changeTickets } from '#contracts/desk/desk.ts';

type Change = Omit<NonNullable<CallInput<typeof changeTickets>['body']>, 'ids'>;

/** What a button of the desk changes, pressed by `me`; undefined for any other button. */
export function changeOf(intent: string, field: (name: string) => string, me: string): Change | undefined {
  switch (intent) {
    case 'take':
    case 'release':
      return { assignee_id: intent === 'take' ? me : null };
    case 'solved':
    case 'closed':
      return { settle: intent };
    case 'priority':
      return { priority: Number(field('priority')) };
    case 'tag':
      return { tag: field('tag') };
    case 'untag':
      return { untag: field('tag') };
    default:
      return undefined;
  }
}
