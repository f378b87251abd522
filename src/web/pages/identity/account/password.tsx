import { type ActionFunctionArgs, Form, href, redirect, useNavigation } from 'react-router';
import { changePassword } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('password.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const body = { current_password: field('current_password'), password: field('password') };
  if (body.password !== field('password_again'))
    return refused(refusedField('password_again', message('password.differ')), {});
  const outcome = await attempt({ context, url }, changePassword, { body });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const cookie = flash({
    type: 'success',
    title: message('password.changed'),
    content: message('password.changed_more'),
  });
  return redirect(href('/user/profile'), { headers: { 'set-cookie': cookie } });
}

const fields = ['current_password', 'password', 'password_again'];

export default function Password() {
  const { t } = useI18n();
  const refusal = useActionResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const errors = refusal?.errors ?? {};
  return (
    <>
      <PageHead title={t('password.title')} lead={t('password.lead')} />
      <Form method="post" className="panel stack narrow" noValidate>
        <FormErrors refusal={refusal} fields={fields} />
        <PasswordField
          name="current_password"
          label={t('password.current')}
          autoComplete="current-password"
          required
          errors={errors.current_password}
        />
        <PasswordField
          name="password"
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
          errors={errors.password}
        />
        <PasswordField
          name="password_again"
          label={t('password.again')}
          autoComplete="new-password"
          required
          errors={errors.password_again}
        />
        <Button busy={busy}>{t('password.submit')}</Button>
      </Form>
    </>
  );
}
