import { Form, useNavigation } from 'react-router';
import type { Ticket } from '#contracts/desk/support.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

/** Asks once whether support helped, or shows what the buyer said. */
export function Rating({ ticket: { rating, may_rate } }: { ticket: Ticket }) {
  const { t } = useI18n();
  const result = useActionResult() as { refusal: Refusal; values: { comment?: string } } | undefined;
  const busy = useNavigation().state !== 'idle';
  if (rating) return <p className="small muted">{t(rating.good ? 'ticket.rated_good' : 'ticket.rated_bad')}</p>;
  if (!may_rate) return null;
  return (
    <Form method="post" className="panel stack">
      <h2>{t('ticket.rate')}</h2>
      {result?.refusal.errors.comment ? <FormErrors refusal={result.refusal} fields={['comment']} /> : null}
      <Textarea
        name="comment"
        label={t('ticket.rate_comment')}
        rows={2}
        maxLength={500}
        defaultValue={result?.values.comment}
        errors={result?.refusal.errors.comment}
      />
      <div className="row">
        <Button variant="secondary" name="intent" value="good" busy={busy}>
          {t('ticket.rate_good')}
        </Button>
        <Button variant="secondary" name="intent" value="bad" busy={busy}>
          {t('ticket.rate_bad')}
        </Button>
      </div>
    </Form>
  );
}
