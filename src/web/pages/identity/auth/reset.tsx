import { type ActionFunctionArgs, Form, href, redirect, useNavigation, useSearchParams } from 'react-router';
import { resetPassword } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { endedSessionCookie } from '#web/server/cookies/session-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { AnewLink, MissingToken } from '#web/ui/controls/missing-token.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';

export const handle = title('reset.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const password = field('password');
  if (password !== field('password_again'))
    return refused(refusedField('password_again', message('password.differ')), {});
  const outcome = await attempt({ context, url }, resetPassword, { body: { token: field('token'), password } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const headers = new Headers();
  headers.append('set-cookie', endedSessionCookie(context.get(pageContext).secure));
  headers.append(
    'set-cookie',
    flash({ type: 'success', title: message('password.changed'), content: message('reset.done') }),
  );
  return redirect(href('/login'), { headers });
}

export default function Reset() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const refusal = useActionResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const token = query.get('token');
  const anew = { to: href('/forgot'), label: t('reset.again') };
  if (!token) return <MissingToken title={t('reset.title')} anew={anew} />;
  return (
    <div className="panel stack">
      <h1>{t('reset.title')}</h1>
      <p className="muted">{t('reset.lead')}</p>
      <Form method="post" className="stack" noValidate>
        <FormErrors refusal={refusal} fields={['password', 'password_again']} />
        {refusal?.errors.token ? <AnewLink {...anew} /> : null}
        <input type="hidden" name="token" value={token} />
        <PasswordField
          name="password"
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
          errors={refusal?.errors.password}
        />
        <PasswordField
          name="password_again"
          label={t('password.again')}
          autoComplete="new-password"
          required
          errors={refusal?.errors.password_again}
        />
        <Button size="large" wide busy={busy}>
          {t('reset.submit')}
        </Button>
      </Form>
    </div>
  );
}
