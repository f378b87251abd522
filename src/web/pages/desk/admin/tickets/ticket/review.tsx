import { Form } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RedactLink } from '#web/ui/office/redact-link.tsx';

interface Props {
  id: string;
  review: 'waiting' | 'shown' | 'removed' | null;
}

/** Decides about a text that the guard is unsure about; any other can be removed, too. */
export function Review({ id, review }: Props) {
  const { t } = useI18n();
  if (review === 'removed') return null;
  const buttons = (
    <Form method="post" className="row">
      <input type="hidden" name="comment_id" value={id} />
      {review === 'waiting' ? (
        <Button variant="secondary" size="small" name="intent" value="shown">
          {t('desk.show_text')}
        </Button>
      ) : null}
      <Button variant="danger" size="small" name="intent" value="removed">
        {t('desk.remove_text')}
      </Button>
    </Form>
  );
  if (review === 'waiting') return buttons;
  return (
    <details className="quiet-details">
      <summary>{t('desk.remove_text')}</summary>
      <p className="small muted">{t('desk.remove_text_more')}</p>
      {buttons}
      <RedactLink kind="ticket_comment" id={id} />
    </details>
  );
}
