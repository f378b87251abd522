import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { REDACTABLE, redactText } from '#contracts/office/retention.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { DecisionForm } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('redact.title');

/** A page that shows a text links here with its kind and id. */
export function loader(where: LoaderFunctionArgs) {
  const { searchParams } = where.url;
  const given = { kind: searchParams.get('kind') ?? '', id: searchParams.get('id') ?? '' };
  return withPreserved({ given, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { decision: 'redact', kind: field('kind'), id: field('id').trim(), reason: field('reason') };
  const kind = REDACTABLE.find((one) => one === values.kind) ?? 'ticket_comment';
  const body = { kind, id: values.id, reason: values.reason };
  const outcome = await attempt(
    { context, url, preserve: values, sheet: field('sheet') === '1' },
    redactText,
    { body },
    [403],
  );
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message('redact.done'), content: '' });
  return redirect(href('/admin/operations/redact'), { headers: { 'set-cookie': toast } });
}

export default function AdminRedact() {
  const { t } = useI18n();
  const { given, key } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  const result = useActionResult<typeof action>();
  const decision = {
    value: 'redact',
    label: t('redact.do'),
    variant: 'danger' as const,
    effect: t('redact.effect'),
  };
  return (
    <>
      <PageHead title={t('redact.title')} lead={t('redact.lead')} />
      <OperationsSections />
      <div className="reading stack">
        {may ? (
          <DecisionForm
            title={t('redact.which')}
            decisions={[decision]}
            refused={result}
            idempotencyKey={key}
            fields={['id', 'kind']}
          >
            {(typed, errors) => (
              <>
                <Select
                  name="kind"
                  label={t('redact.kind')}
                  defaultValue={typed.kind ?? given.kind}
                  errors={errors.kind}
                >
                  {REDACTABLE.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`redact.kind.${kind}`)}
                    </option>
                  ))}
                </Select>
                <Field
                  name="id"
                  label={t('redact.id')}
                  hint={t('redact.id_hint')}
                  autoComplete="off"
                  defaultValue={typed.id ?? given.id}
                  errors={errors.id}
                />
              </>
            )}
          </DecisionForm>
        ) : (
          <Alert tone="info">{t('redact.duty')}</Alert>
        )}
      </div>
    </>
  );
}
