import { Form, useNavigation } from 'react-router';
import type { DeskSettings } from '#contracts/desk/desk-settings.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { priorities } from '../queue/priorities.tsx';

interface Props {
  settings: DeskSettings;
  may: boolean;
}

type Result = { refusal: Refusal; values: Record<string, string> } | undefined;
/** What a field was refused with, or else what is saved. */
type Typed = <Saved>(name: string, saved: Saved) => string | Saved;

/** A Monday, from which the days of the week get their names. */
const MONDAY = Date.UTC(2024, 0, 1);

export function SettingsForm({ settings, may }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  const typed: Typed = (name, saved) => result?.values[name] ?? saved;
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={['time_zone', 'holidays', 'close_after_days']} />
      <fieldset className="panel stack" disabled={!may}>
        <legend>{t('desk.hours')}</legend>
        <Select
          name="time_zone"
          label={t('desk.time_zone')}
          defaultValue={typed('time_zone', settings.time_zone)}
          errors={errors.time_zone}
        >
          {['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Select>
        <p className="small muted">{t('desk.hours_hint')}</p>
        <Hours hours={settings.hours} typed={typed} />
        <Textarea
          name="holidays"
          label={t('desk.holidays')}
          hint={t('desk.holidays_hint')}
          rows={3}
          maxLength={4000}
          defaultValue={typed('holidays', settings.holidays.join('\n'))}
          errors={errors.holidays}
        />
      </fieldset>
      <fieldset className="panel stack" disabled={!may}>
        <legend>{t('desk.targets')}</legend>
        <p className="small muted">{t('desk.targets_hint')}</p>
        <Targets targets={settings.targets} typed={typed} />
        <Field
          name="close_after_days"
          label={t('desk.close_after')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed('close_after_days', settings.close_after_days)}
          errors={errors.close_after_days}
        />
      </fieldset>
      {may ? (
        <div>
          <Button busy={busy}>{t('form.save')}</Button>
        </div>
      ) : null}
    </Form>
  );
}

function Hours({ hours, typed }: Pick<DeskSettings, 'hours'> & { typed: Typed }) {
  const { t, locale } = useI18n();
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return hours.map((open, index) => {
    const day = names.format(MONDAY + index * DAY_MS);
    return (
      <div key={day} className="row canned pair">
        <Field
          type="time"
          name={`from_${index}`}
          label={t('desk.hours_from', { day })}
          defaultValue={typed(`from_${index}`, open ? clock(open.from) : '')}
        />
        <Field
          type="time"
          name={`to_${index}`}
          label={t('desk.hours_to', { day })}
          defaultValue={typed(`to_${index}`, open ? clock(open.to) : '')}
        />
      </div>
    );
  });
}

function Targets({ targets, typed }: Pick<DeskSettings, 'targets'> & { typed: Typed }) {
  const { t } = useI18n();
  return priorities.map(({ value, label }, index) => {
    const priority = t(label);
    return (
      <div key={value} className="row canned pair">
        <Field
          name={`answer_${index}`}
          label={t('desk.target_answer', { priority })}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed(`answer_${index}`, targets[index]?.answer)}
        />
        <Field
          name={`solve_${index}`}
          label={t('desk.target_solve', { priority })}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed(`solve_${index}`, targets[index]?.solve)}
        />
      </div>
    );
  });
}

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
