import { Form, useNavigation } from 'react-router';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

interface Props {
  result: { refusal: Refusal | undefined; values: Record<string, string> } | undefined;
  today: string;
}

export function AffectedForm({ result, today }: Props) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const typed: Partial<Record<string, string>> = result?.values ?? preserved;
  const errors: Partial<Refusal['errors']> = result?.refusal?.errors ?? {};
  const busy = useNavigation().state !== 'idle';
  const ids = ['programme_id', 'batch_id', 'staff_id'] as const;
  return (
    <Form method="post" className="panel stack reading" aria-labelledby="incident" noValidate>
      <h2 id="incident">{t('affected.incident')}</h2>
      <FormErrors refusal={result?.refusal} fields={['from', 'to', 'reason', ...ids]} />
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          type="date"
          label={t(`affected.${name}`)}
          defaultValue={typed[name] ?? today}
          errors={errors[name]}
        />
      ))}
      {ids.map((name) => (
        <Field
          key={name}
          name={name}
          label={t(`affected.${name}`)}
          hint={t('affected.id_hint')}
          autoComplete="off"
          defaultValue={typed[name]}
          errors={errors[name]}
        />
      ))}
      <Textarea
        name="reason"
        label={t('admin.decide_reason')}
        rows={2}
        maxLength={500}
        autoComplete="off"
        defaultValue={typed.reason}
        errors={errors.reason}
      />
      <div>
        <Button busy={busy}>{t('affected.list')}</Button>
      </div>
    </Form>
  );
}
