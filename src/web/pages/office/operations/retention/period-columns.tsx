import { Form } from 'react-router';
import type { RetentionPeriod } from '#contracts/office/retention.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import type { Column } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** `typed`: the period that was refused, or that waited for a confirmation. */
export function usePeriodColumns(may: boolean, typed: Typed): Column<RetentionPeriod>[] {
  const { t, number } = useI18n();
  return [
    { key: 'name', header: t('retention.what'), priority: 'lead', cell: ({ name }) => t(`retention.of.${name}`) },
    {
      key: 'days',
      header: t('retention.days'),
      cell: (rule) => (may ? <PeriodForm key={rule.days} rule={rule} typed={typed} /> : number(rule.days)),
    },
    {
      key: 'deleted',
      header: t('retention.deleted_month'),
      align: 'end',
      cell: ({ deleted }) => number(deleted),
    },
    {
      key: 'last',
      header: t('retention.last_run'),
      cell: ({ last_run }) => (last_run ? <Time at={last_run} day /> : t('retention.never')),
    },
  ];
}

function PeriodForm({ rule, typed }: { rule: RetentionPeriod; typed: Typed }) {
  const { t } = useI18n();
  const { name, days, default_days, min_days, max_days } = rule;
  return (
    <Form method="post" className="row" noValidate>
      <input type="hidden" name="name" value={name} />
      <Field
        name="days"
        id={`days-${name}`}
        label={<span className="visually-hidden">{`${t('retention.days')}: ${t(`retention.of.${name}`)}`}</span>}
        hint={t('retention.limits', { min: min_days, max: max_days, usual: default_days })}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed.name === name ? typed.days : days}
      />
      <Button variant="secondary" aria-label={`${t('form.save')}: ${t(`retention.of.${name}`)}`}>
        {t('form.save')}
      </Button>
    </Form>
  );
}
