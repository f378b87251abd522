import { Form, useNavigation } from 'react-router';
import type { DeskTicketDetail } from '#contracts/desk/desk.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Textarea } from '#web/ui/controls/field.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { RedactLink } from '#web/ui/office/redact-link.tsx';

interface Props {
  ticket: DeskTicketDetail;
  may: boolean;
  idempotencyKey: string;
}

type Result = { refusal: Refusal; values: { intent: string; body: string } } | undefined;

/** What staff writes for staff. */
export function Notes({ ticket: { notes }, may, idempotencyKey }: Props) {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  const result = useActionResult() as Result;
  const own = result?.values.intent === 'note' ? result : undefined;
  const busy = useNavigation().state !== 'idle';
  return (
    <section className="panel stack" aria-labelledby="notes-title">
      <h2 id="notes-title">{t('desk.notes')}</h2>
      {notes.length ? (
        <ol className="stack note-list">
          {notes.map(({ id, author, body, created_at }) => (
            <li key={id}>
              <p className="comment-head small">
                <strong>{author}</strong> <Time at={created_at} />
                {may && body ? <RedactLink kind="ticket_note" id={id} /> : null}
              </p>
              <p className="lines">{body}</p>
            </li>
          ))}
        </ol>
      ) : null}
      {may ? (
        <Form method="post" className="stack" noValidate>
          <input type="hidden" name="key" value={idempotencyKey} />
          <Textarea
            name="body"
            id="note"
            label={t('desk.note')}
            hint={t('desk.note_hint')}
            rows={3}
            maxLength={8000}
            aria-keyshortcuts={keys.note}
            defaultValue={own?.values.body}
            errors={own?.refusal.errors.body}
          />
          <div>
            <Button variant="secondary" size="small" name="intent" value="note" busy={busy}>
              {t('desk.add_note')}
            </Button>
          </div>
        </Form>
      ) : null}
    </section>
  );
}
