import { type ComponentType, lazy, Suspense, useRef, useState } from 'react';
import { Form, href, useNavigation } from 'react-router';
import type { TicketReference } from '#contracts/desk/support.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { useReferenceName } from '#web/ui/ticket/reference-link.tsx';
import { SendForCheck } from '#web/ui/ticket/send-for-check.tsx';
import { TopicFields } from '#web/ui/ticket/topic-fields.tsx';

interface Props {
  categories: readonly { slug: string; name: string }[];
  references: readonly TicketReference[];
  /** The reference that a link brought along, as `kind:id`. */
  about: string;
  idempotencyKey: string;
}

// Nothing of it is loaded before somebody writes. Where it doesn't load, the link to the questions is there.
const SuggestedQuestions = lazy<ComponentType<{ text: string; onAnswered: () => void }>>(() =>
  import('./suggested-questions.tsx').then(
    ({ SuggestedQuestions }) => ({ default: SuggestedQuestions }),
    () => ({ default: () => null }),
  ),
);

const fields = ['category', 'subject', 'body', 'reference'] as const;

/** The form for a new ticket. */
export function NewTicket({ categories, references, about, idempotencyKey }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as { refusal: Refusal; values: Record<string, string> } | undefined;
  const form = useDraft({ name: 'ticket', fields, isSent: () => false });
  const busy = useNavigation().state !== 'idle';
  const [writing, setWriting] = useState('');
  const [answered, setAnswered] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const onInput = () => {
    const typed = form.current && new FormData(form.current);
    setWriting([typed?.get('subject'), typed?.get('body')].join(' '));
    setAnswered(false);
  };
  const onAnswered = () => {
    form.current?.reset();
    // The draft is kept on this event, and so is that nothing is being written.
    form.current?.dispatchEvent(new Event('input', { bubbles: true }));
    setAnswered(true);
    title.current?.focus();
  };
  const { values, refusal } = result ?? {};
  const errors = refusal?.errors ?? {};
  return (
    <section className="panel stack" id="new" aria-labelledby="new-title">
      <h2 id="new-title" tabIndex={-1} ref={title}>
        {t('support.new')}
      </h2>
      <Live as="p">{answered ? t('support.answered_by_question') : null}</Live>
      <Form method="post" className="stack" noValidate ref={form} onInput={onInput}>
        <FormErrors refusal={refusal} fields={fields} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <TopicFields categories={categories} chosen={about && 'order'} values={values} errors={errors} />
        <References references={references} chosen={values?.reference ?? about} refusal={refusal} />
        <Textarea
          name="body"
          data-does="ask"
          label={t('support.message')}
          hint={t('support.message_hint')}
          maxLength={8000}
          required
          defaultValue={values?.body}
          errors={errors.body}
        />
        {writing ? (
          <Suspense>
            <SuggestedQuestions text={writing} onAnswered={onAnswered} />
          </Suspense>
        ) : null}
        <p className="small muted">
          <FormattedMessage of="support.never" parts={{ faq: <Link to={href('/faq')} /> }} />
        </p>
        <div>
          <Button busy={busy}>{t('support.send')}</Button>
        </div>
        <SendForCheck refusal={refusal} busy={busy} />
      </Form>
    </section>
  );
}

interface ReferencesProps {
  references: readonly TicketReference[];
  chosen: string;
  refusal: Refusal | undefined;
}

const groups = Object.entries({
  order: messageKey('support.orders'),
  card: messageKey('support.cards'),
  payment: messageKey('support.payments'),
  preorder: messageKey('support.preorders'),
} satisfies Record<TicketReference['kind'], MessageKey>);

function References({ references, chosen, refusal }: ReferencesProps) {
  const { t } = useI18n();
  const nameOf = useReferenceName();
  if (!references.length) return null;
  return (
    <Select name="reference" label={t('support.reference')} defaultValue={chosen} errors={refusal?.errors.reference}>
      <option value="">{t('support.no_reference')}</option>
      {groups.map(([kind, label]) => (
        <optgroup key={kind} label={t(label)}>
          {references
            .filter((one) => one.kind === kind)
            .map((one) => (
              <option key={one.id} value={`${kind}:${one.id}`}>
                {nameOf(one)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
