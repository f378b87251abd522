import { languages } from 'virtual:messages';
import { Form, useNavigation } from 'react-router';
import { LONGEST_MAINTENANCE_MINUTES, type MaintenanceState } from '#contracts/office/operations.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

type Result = { refusal: Refusal; values: Record<string, string> } | undefined;

interface Props {
  state: MaintenanceState;
  /** Until the end that was announced; null: there is none. */
  minutesLeft: number | null;
}

/** Closes the shop with a message and an end, changes both, or opens the shop. */
export function MaintenanceForm({ state: { closed, last }, minutesLeft }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const preserved = usePreservedForm();
  const sending = useNavigation().formData?.get('intent');
  const errors = result?.refusal.errors ?? {};
  const now = closed ? Object.entries(last?.messages ?? {}).map(([locale, text]) => [`message_${locale}`, text]) : [];
  const typed: Partial<Record<string, string>> =
    result?.values ?? (preserved.intent ? preserved : Object.fromEntries(now));
  return (
    <Form method="post" className="panel stack" aria-labelledby="switch-title" noValidate key={last?.started_at}>
      <h2 id="switch-title">{t(closed ? 'maintenance.change' : 'maintenance.close')}</h2>
      <FormErrors refusal={result?.refusal} fields={['minutes', 'messages']} />
      {languages.map(([locale, language]) => (
        <Field
          key={locale}
          name={`message_${locale}`}
          label={t('maintenance.message', { language })}
          hint={locale === 'en' ? t('maintenance.message_hint') : undefined}
          maxLength={300}
          autoComplete="off"
          defaultValue={typed[`message_${locale}`]}
          errors={locale === 'en' ? errors.messages : undefined}
        />
      ))}
      <Field
        name="minutes"
        label={t('maintenance.minutes')}
        hint={t('maintenance.minutes_hint', { max: LONGEST_MAINTENANCE_MINUTES })}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed.minutes ?? minutesLeft ?? undefined}
        errors={errors.minutes}
      />
      <div className="row">
        <Button name="intent" value="close" variant={closed ? 'secondary' : 'danger'} busy={sending === 'close'}>
          {t(closed ? 'maintenance.change' : 'maintenance.close')}
        </Button>
        {closed ? (
          <Button name="intent" value="open" busy={sending === 'open'}>
            {t('maintenance.open')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
