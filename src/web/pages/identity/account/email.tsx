import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { changeEmail } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { requireConfirmed } from '#web/server/require-confirmed.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('email.title');

export async function loader(where: LoaderFunctionArgs) {
  await requireConfirmed(where);
  return withPreserved({ email: (await read(where, getCurrentUser)).data.email }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const email = field('email').trim();
  const outcome = await attempt({ context, url, preserve: { email } }, changeEmail, { body: { email } });
  if (!outcome.ok) return refused(outcome.refusal, { email });
  const cookie = flash({ type: 'info', title: message('register.sent_title'), content: message('email.sent') });
  return redirect(href('/user/profile'), { headers: { 'set-cookie': cookie } });
}

export default function Email() {
  const { t } = useI18n();
  const { email } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const preserved = usePreservedForm();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead title={t('email.title')} lead={t('email.lead', { email })} />
      <Form method="post" className="panel stack narrow" noValidate>
        <FormErrors refusal={result?.refusal} fields={['email']} />
        <Field
          name="email"
          label={t('email.new')}
          type="email"
          autoComplete="email"
          required
          defaultValue={result?.values.email ?? preserved.email}
          errors={result?.refusal.errors.email}
        />
        <Button busy={busy}>{t('email.submit')}</Button>
      </Form>
    </>
  );
}
