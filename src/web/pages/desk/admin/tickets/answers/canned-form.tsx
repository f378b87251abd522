import { languages } from 'virtual:messages';
import { Form, useNavigation } from 'react-router';
import type { CannedAnswer } from '#contracts/desk/canned-answers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

interface Props {
  /** null for a new one. */
  answer: CannedAnswer | null;
  may: boolean;
}

type Result = { refusal: Refusal; values: Record<string, string> } | undefined;

export function CannedForm({ answer, may }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const busy = useNavigation().state !== 'idle';
  const id = answer?.id ?? '';
  const own = result?.values.id === id ? result : undefined;
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={own?.refusal} fields={['name', 'tags']} />
      <input type="hidden" name="id" value={id} />
      <Field
        name="name"
        id={`${id}-name`}
        label={t('desk.canned_name')}
        maxLength={60}
        autoComplete="off"
        readOnly={!may}
        defaultValue={own?.values.name ?? answer?.name}
        errors={own?.refusal.errors.name}
      />
      {languages.map(([locale, language]) => (
        <Textarea
          key={locale}
          name={`body_${locale}`}
          id={`${id}-${locale}`}
          label={t('desk.canned_body', { language })}
          rows={5}
          maxLength={4000}
          readOnly={!may}
          defaultValue={own?.values[`body_${locale}`] ?? answer?.bodies[locale]}
        />
      ))}
      <Field
        name="tags"
        id={`${id}-tags`}
        label={t('desk.besides_tags')}
        hint={t('desk.besides_tags_hint')}
        maxLength={320}
        autoComplete="off"
        readOnly={!may}
        defaultValue={own?.values.tags ?? answer?.tags.join(' ')}
        errors={own?.refusal.errors.tags}
      />
      <Select
        name="settle"
        id={`${id}-settle`}
        label={t('desk.besides_settle')}
        disabled={!may}
        defaultValue={own?.values.settle ?? answer?.settle ?? ''}
      >
        <option value="">{t('desk.besides_waits')}</option>
        <option value="solved">{t('desk.besides_solved')}</option>
        <option value="closed">{t('desk.besides_closed')}</option>
      </Select>
      {may ? (
        <div className="row">
          <Button variant="secondary" name="intent" value="save" busy={busy}>
            {t('form.save')}
          </Button>
          {answer ? (
            <Button variant="danger" name="intent" value="remove" busy={busy}>
              {t('desk.canned_remove')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Form>
  );
}
