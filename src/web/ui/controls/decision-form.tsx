import { type MouseEvent, type ReactNode, useId } from 'react';
import { Form, useNavigation } from 'react-router';
import { useAskFactor } from '#web/forms/ask-factor.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useTimeToRead } from '#web/forms/use-time-to-read.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Queue, useQueue } from '#web/router/use-queue.ts';
import type { Refusal } from '#web/server/api.ts';
import { NextInQueue } from '#web/ui/navigation/next-in-queue.tsx';
import { Button } from './button.tsx';
import { Textarea } from './field.tsx';
import { FormErrors } from './form-errors.tsx';
import '#web/styles/office/decision.css';

export interface Decision {
  /** The value the form sends as `decision`. */
  value: string;
  label: string;
  variant?: 'primary' | 'secondary' | 'danger';
  /** What will happen, in one sentence. */
  effect: string;
}

/** What the page's action returns for a rejected form. */
export interface RefusedDecision {
  refusal: Refusal;
  values: Record<string, string>;
}

interface Props {
  title: string;
  decisions: readonly Decision[];
  /** A page may have several of these forms: each shows only the errors of its own decisions. */
  refused: RefusedDecision | undefined;
  /** Unique to this rendering of the page, so that a decision sent twice counts once. */
  idempotencyKey: string;
  /** What is said of the reason where one of the decisions goes without. */
  optionalReason?: string | undefined;
  /** Of which lists beside the page this decides the record: only there it leads on to the next. */
  decides?: readonly Queue['name'][];
  /** Fields required besides the reason, with the names whose errors are shown next to them. */
  fields?: readonly string[];
  /** Receives the input from before an error or a confirmation, and the errors. */
  children?: (typed: Partial<Record<string, string>>, errors: Partial<Refusal['errors']>) => ReactNode;
}

/** A decision with a reason: each button says what it will do before it is pressed. */
export function DecisionForm({
  title,
  decisions,
  refused,
  idempotencyKey,
  optionalReason,
  decides = [],
  fields = [],
  children,
}: Props) {
  const { t } = useI18n();
  const id = useId();
  const queue = useQueue();
  const leadsOn = queue !== null && decides.includes(queue.name);
  const { tooSoon, mayDecide } = useTimeToRead();
  const preserved = usePreservedForm();
  const sending = useNavigation().formData?.get('decision');
  const isMine = (value: unknown) => decisions.some((decision) => decision.value === value);
  // The second click of a double click may come to the next record, which stands in the same place.
  const press = (event: MouseEvent) => {
    if (isMine(sending) || event.detail > 1 || (leadsOn && !mayDecide())) event.preventDefault();
  };
  const mine = isMine(refused?.values.decision) ? refused : undefined;
  const { asksOverPage, onSubmit } = useAskFactor(mine?.refusal);
  const typed: Partial<Record<string, string>> = mine?.values ?? (isMine(preserved.decision) ? preserved : {});
  const errors: Partial<Refusal['errors']> = mine?.refusal.errors ?? {};
  return (
    <Form
      method="post"
      onSubmit={onSubmit}
      className="panel stack decision"
      aria-labelledby={`${id}-title`}
      data-leads-on={leadsOn || undefined}
      noValidate
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <FormErrors refusal={mine?.refusal} fields={['reason', ...fields]} />
      <input type="hidden" name="key" value={idempotencyKey} />
      {asksOverPage ? <input type="hidden" name="sheet" value="1" /> : null}
      {children?.(typed, errors)}
      <Textarea
        name="reason"
        id={`${id}-reason`}
        label={t('admin.decide_reason')}
        hint={optionalReason ?? t('admin.decide_reason_more')}
        rows={2}
        maxLength={500}
        required={optionalReason === undefined}
        autoComplete="off"
        defaultValue={typed.reason}
        errors={errors.reason}
      />
      <ul className="decisions">
        {decisions.map(({ value, label, variant, effect }, index) => (
          <li key={value}>
            <Button
              name="decision"
              value={value}
              data-does={value}
              variant={variant}
              busy={isMine(sending)}
              onClick={press}
              aria-keyshortcuts={queue && index === 0 ? 'Control+Enter' : undefined}
              aria-describedby={`${id}-${value}`}
            >
              {label}
            </Button>
            <p id={`${id}-${value}`} className="small muted">
              {effect}
            </p>
          </li>
        ))}
      </ul>
      {leadsOn ? <NextInQueue queue={queue} tooSoon={tooSoon} /> : null}
    </Form>
  );
}
