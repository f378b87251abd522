import { Form, useNavigation } from 'react-router';
import { isStoredAs } from '#contracts/desk/code-placeholder.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { SendForCheck } from '#web/ui/ticket/send-for-check.tsx';

interface Props {
  id: string;
  /** The buyer's latest comment, which is no draft any more. */
  sent: string | undefined;
  idempotencyKey: string;
}

export function ReplyForm({ id, sent, idempotencyKey }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as { refusal: Refusal; values: { body: string } } | undefined;
  const form = useDraft({ name: id, fields: ['body'], isSent: ({ body }) => isStoredAs(sent, body) });
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="panel stack" noValidate ref={form}>
      <FormErrors refusal={result?.refusal} fields={['body']} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <Textarea
        data-does="answer"
        name="body"
        label={t('ticket.reply')}
        hint={t('support.message_hint')}
        rows={6}
        maxLength={8000}
        required
        defaultValue={result?.values.body}
        errors={result?.refusal.errors.body}
      />
      <div>
        <Button busy={busy}>{t('ticket.send')}</Button>
      </div>
      <SendForCheck refusal={result?.refusal} busy={busy} />
    </Form>
  );
}
