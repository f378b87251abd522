import type { ReactNode } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import '#web/styles/support.css';

interface Comment {
  id: string;
  by_staff: boolean;
  body_html: string;
  review: 'waiting' | 'shown' | 'removed' | null;
  created_at: string;
}

interface Props<One extends Comment> {
  comments: readonly One[];
  authorOf: (comment: One) => string;
  /** What a text says that waits for a decision. */
  waiting: string;
  /** Below a comment. */
  actionsOf?: (comment: One) => ReactNode;
}

/** The comments of a ticket, oldest first. */
export function Conversation<One extends Comment>({ comments, authorOf, waiting, actionsOf }: Props<One>) {
  const { t } = useI18n();
  return (
    <ol className="conversation" aria-label={t('ticket.conversation')}>
      {comments.map((comment) => (
        <li key={comment.id} id={comment.id} className="panel stack" data-staff={comment.by_staff || undefined}>
          <p className="comment-head small">
            <strong>{authorOf(comment)}</strong> <Time at={comment.created_at} />
            {comment.review === 'waiting' ? <Tag tone="warn">{t('ticket.in_review')}</Tag> : null}
          </p>
          {comment.review === 'waiting' ? <p className="small muted">{waiting}</p> : null}
          {comment.review === 'removed' ? (
            <p className="muted">{t('ticket.removed')}</p>
          ) : (
            <RichText html={comment.body_html} />
          )}
          {actionsOf?.(comment)}
        </li>
      ))}
    </ol>
  );
}
