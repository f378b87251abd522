import type { Message, MessageKey } from '#i18n/message.ts';

/** What the decider needs to know: ids and facts, never a secret or a name of a person. */
export type ProposalFacts = Record<string, string | number | boolean | null>;

/** Something that one person proposes and another decides; src/app/features.ts lists them all. */
export interface ProposalKind {
  /** `feature.what`, as the table keeps it. */
  name: string;
  /** What would happen, for whoever has to decide. */
  label: (facts: ProposalFacts) => Message;
  /** Own path of the page where it is decided; absent while it has none. */
  link?: (subject: string, facts: ProposalFacts) => string;
  /** The duty that it takes to decide; any admin where it is absent. */
  duty?: 'approver' | 'payouts' | 'publisher';
  /** How many people besides the proposer have to approve it; one where it is absent. */
  approvals?: 2;
  /** Tells the proposer that somebody else must decide. */
  own: MessageKey;
}
