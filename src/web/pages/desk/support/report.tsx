import { type ActionFunctionArgs, Form, href, redirect, useNavigation, useSearchParams } from 'react-router';
import { reportContent } from '#contracts/desk/guests.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { SendForCheck } from '#web/ui/ticket/send-for-check.tsx';

export const handle = title('report.title');

const fields = ['location', 'explanation', 'name', 'email'] as const;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = {
    location: field('location'),
    explanation: field('explanation'),
    name: field('name'),
    email: field('email').trim(),
  };
  // The call itself refuses a missing tick, together with whatever else is missing.
  const good_faith = (field('good_faith') === 'on') as true;
  const outcome = await attempt({ context, url }, reportContent, {
    body: { ...values, good_faith, check: field('check') !== '' },
  });
  return outcome.ok ? redirect(`${href('/support/report')}?sent`) : refused(outcome.refusal, values);
}

/** A notice about unlawful content, from anybody. */
export default function Report() {
  const [query] = useSearchParams();
  const result = useActionResult<typeof action>();
  return query.has('sent') && !result ? <Sent /> : <Notice />;
}

function Notice() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const form = useDraft({ name: 'report', fields, isSent: () => false });
  const { values, refusal } = result ?? {};
  const errors = refusal?.errors ?? {};
  return (
    <div className="panel stack">
      <h1>{t('report.title')}</h1>
      <p className="muted">
        <FormattedMessage of="report.lead" parts={{ link: <Link to={href('/support/guest')} /> }} />
      </p>
      <Form method="post" className="stack" noValidate ref={form}>
        <FormErrors refusal={refusal} fields={[...fields, 'good_faith']} />
        <Field
          name="location"
          label={t('report.location')}
          hint={t('report.location_hint')}
          maxLength={300}
          required
          autoComplete="off"
          defaultValue={values?.location}
          errors={errors.location}
        />
        <Textarea
          name="explanation"
          label={t('report.explanation')}
          hint={t('report.explanation_hint')}
          rows={6}
          maxLength={4000}
          required
          defaultValue={values?.explanation}
          errors={errors.explanation}
        />
        <Field
          name="name"
          label={t('withdrawal.name')}
          maxLength={200}
          required
          autoComplete="name"
          defaultValue={values?.name}
          errors={errors.name}
        />
        <Field
          name="email"
          label={t('field.email')}
          hint={t('report.email_hint')}
          type="email"
          required
          autoComplete="email"
          defaultValue={values?.email}
          errors={errors.email}
        />
        <Checkbox name="good_faith" label={t('report.good_faith')} errors={errors.good_faith} />
        <SendForCheck refusal={refusal} busy={busy} />
        <Button size="large" wide busy={busy}>
          {t('report.send')}
        </Button>
      </Form>
    </div>
  );
}

function Sent() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('report.sent')}</h1>
      <p>{t('report.sent_more')}</p>
      {useRootData()?.demo ? (
        <p>
          <FormattedMessage of="register.demo_mailbox" parts={{ link: <Link to={href('/demo/mails')} /> }} />
        </p>
      ) : null}
    </div>
  );
}
