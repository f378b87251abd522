import { type ActionFunctionArgs, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { resetPassword } from '#contracts/account.ts';
import { attempt } from '#web/api.ts';
import { secureContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused, refusedField } from '#web/form-data.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { endedSessionCookie } from '#web/session-cookie.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { AnewLink, MissingToken } from '#web/ui/missing-token.tsx';
import { say } from '#words/say.ts';

export const handle = title('reset.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const password = field('password');
  if (password !== field('password_again')) return refused(refusedField('password_again', say('password.differ')), {});
  const outcome = await attempt({ context, url }, resetPassword, { body: { token: field('token'), password } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const headers = new Headers();
  headers.append('set-cookie', endedSessionCookie(context.get(secureContext)));
  headers.append('set-cookie', flash({ type: 'success', title: say('password.changed'), content: say('reset.done') }));
  return redirect('/login', { headers });
}

export default function Reset() {
  const { t } = useWords();
  const [query] = useSearchParams();
  const refusal = useKeptResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const token = query.get('token');
  const anew = { to: '/forgot', label: t('reset.again') };
  if (!token) return <MissingToken title={t('reset.title')} anew={anew} />;
  return (
    <div className="panel stack">
      <h1>{t('reset.title')}</h1>
      <p className="muted">{t('reset.lead')}</p>
      <Form method="post" className="stack" noValidate>
        <FormErrors refusal={refusal} fields={['password', 'password_again']} />
        {refusal?.errors.token ? <AnewLink {...anew} /> : null}
        <input type="hidden" name="token" value={token} />
        <Field
          name="password"
          label={t('password.new')}
          hint={t('password.hint')}
          type="password"
          autoComplete="new-password"
          required
          errors={refusal?.errors.password}
        />
        <Field
          name="password_again"
          label={t('password.again')}
          type="password"
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
