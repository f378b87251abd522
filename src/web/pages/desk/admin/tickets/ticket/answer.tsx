import { type KeyboardEvent, useRef, useState } from 'react';
import { Form, href, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { useQueue } from '#web/router/use-queue.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Canned, type Filled } from './canned.tsx';

interface Props {
  id: string;
  /** The reader's own answers, which are no drafts any more. */
  sent: readonly string[];
  /** Answers kept ready, filled in for this ticket. */
  answers: readonly Filled[];
  /** Of the ticket as the page shows it. */
  version: number;
  idempotencyKey: string;
}

interface Values {
  intent: string;
  body: string;
  inserted: string;
  tags: string;
  settle: string;
}
type Result = { refusal: Refusal | undefined; values: Values } | undefined;

const OWN = ['answer', 'answer_solved', 'answer_next', 'answer_closed', 'insert'];

/** The answer to the buyer; it can solve or close the ticket along with it. */
export function Answer({ id, sent, answers, version, idempotencyKey }: Props) {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  const result = useActionResult() as Result;
  const own = OWN.includes(result?.values.intent ?? '') ? result : undefined;
  const form = useDraft({
    name: `answer:${id}`,
    fields: ['body'],
    isSent: ({ body = '' }) => sent.includes(body.trim()),
  });
  const busy = useNavigation().state !== 'idle';
  const since = own?.refusal?.marks?.version;
  const read = useRead(version, since);
  const send = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) (event.shiftKey ? next : send).current?.click();
  };
  return (
    <Form
      method="post"
      className="panel stack answer-form"
      noValidate
      ref={form}
      onKeyDown={onKeyDown}
      onInput={read.onInput}
    >
      <FormErrors refusal={own?.refusal} fields={['body']} />
      <SaidSince said={own?.refusal?.marks?.comments ?? []} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <NextField />
      <input type="hidden" name="version" value={read.version} />
      <Textarea
        name="body"
        label={t('desk.answer')}
        hint={t('desk.answer_hint')}
        rows={5}
        maxLength={8000}
        required
        aria-keyshortcuts={keys.reply}
        data-does="answer"
        defaultValue={own?.values.body}
        errors={own?.refusal?.errors.body}
      />
      {answers.length ? <Canned answers={answers} busy={busy} before={own?.values} /> : null}
      <div className="row">
        <Button name="intent" value="answer" busy={busy} ref={send}>
          {t('desk.send')}
        </Button>
        <Button variant="secondary" name="intent" value="answer_next" busy={busy} ref={next}>
          {t('desk.send_next')}
        </Button>
        <Button variant="quiet" name="intent" value="answer_solved" busy={busy}>
          {t('desk.send_solved')}
        </Button>
        <Button variant="quiet" name="intent" value="answer_closed" busy={busy}>
          {t('desk.send_closed')}
        </Button>
      </div>
    </Form>
  );
}

/**
 * The version that an answer is written to: that of the page until somebody types, so that what comes while they do isn't
 * answered unread; after a refusal, the one that the refusal showed.
 */
function useRead(version: number, since: number | undefined) {
  const [typedAt, setTypedAt] = useState<number>();
  const [refusedAt, setRefusedAt] = useState(since);
  if (since !== refusedAt) {
    setRefusedAt(since);
    setTypedAt(since);
  }
  return { version: typedAt ?? version, onInput: () => setTypedAt((before) => before ?? version) };
}

/** What `answer_next` leads on to. */
function NextField() {
  const queue = useQueue();
  return <input type="hidden" name="next" value={queue?.next ?? href('/admin/tickets')} />;
}

/** What was written while somebody answered, beside their own text. */
function SaidSince({ said }: { said: NonNullable<Refusal['marks']>['comments'] & object }) {
  const { t } = useI18n();
  if (!said.length) return null;
  return (
    <ol className="stack note-list" aria-label={t('desk.said_meanwhile')}>
      {said.map(({ author, body, created_at }) => (
        <li key={`${author} ${created_at}`}>
          <p className="comment-head small">
            <strong>{author}</strong> <Time at={created_at} />
          </p>
          <p className="lines">{body}</p>
        </li>
      ))}
    </ol>
  );
}
