import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { insertAnswer } from './insert-answer.ts';

interface Props {
  id: string;
  /** The reader's own answers, which are no drafts any more. */
  sent: readonly string[];
  /** Answers kept ready, filled in for this ticket. */
  answers: readonly { id: string; name: string; body: string }[];
  idempotencyKey: string;
}

type Result = { refusal: Refusal | undefined; values: { intent: string; body: string } } | undefined;

const OWN = ['answer', 'answer_solved', 'answer_closed', 'insert'];

/** The answer to the buyer; it can solve or close the ticket along with it. */
export function Answer({ id, sent, answers, idempotencyKey }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const own = OWN.includes(result?.values.intent ?? '') ? result : undefined;
  const form = useDraft({
    name: `answer:${id}`,
    fields: ['body'],
    isSent: ({ body = '' }) => sent.includes(body.trim()),
  });
  const busy = useNavigation().state !== 'idle';
  const send = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send.current?.click();
  };
  return (
    <Form method="post" className="panel stack" noValidate ref={form} onKeyDown={onKeyDown}>
      <FormErrors refusal={own?.refusal} fields={['body']} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <Textarea
        name="body"
        label={t('desk.answer')}
        hint={t('desk.answer_hint')}
        rows={7}
        maxLength={8000}
        required
        aria-keyshortcuts="r"
        defaultValue={own?.values.body}
        errors={own?.refusal?.errors.body}
      />
      {answers.length ? <Canned answers={answers} busy={busy} /> : null}
      <div className="row">
        <Button name="intent" value="answer" busy={busy} ref={send}>
          {t('desk.send')}
        </Button>
        <Button variant="secondary" name="intent" value="answer_solved" busy={busy}>
          {t('desk.send_solved')}
        </Button>
        <Button variant="quiet" name="intent" value="answer_closed" busy={busy}>
          {t('desk.send_closed')}
        </Button>
      </div>
    </Form>
  );
}

/** Without JavaScript the page comes back with the answer inserted. */
function Canned({ answers, busy }: Pick<Props, 'answers'> & { busy: boolean }) {
  const { t } = useI18n();
  const insert = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.form?.elements;
    const [body, chosen] = [fields?.namedItem('body'), fields?.namedItem('canned')];
    if (!(body instanceof HTMLTextAreaElement) || !(chosen instanceof HTMLSelectElement)) return;
    body.value = insertAnswer(body.value, answers.find((one) => one.id === chosen.value)?.body ?? '');
    // The draft is kept on this event.
    body.dispatchEvent(new Event('input', { bubbles: true }));
    body.focus();
  };
  return (
    <div className="row canned">
      <Select name="canned" label={t('desk.canned_choose')}>
        {answers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button variant="secondary" name="intent" value="insert" busy={busy} onClick={insert}>
        {t('desk.insert')}
      </Button>
    </div>
  );
}
