import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { confirmIdentity, getConfirmation } from '#contracts/factors.ts';
import { message } from '#i18n/message.ts';
import { readForm, readJson } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { signInCookies } from '#web/server/cookies/sign-in-cookies.ts';
import { pageContext } from '#web/server/page-context.ts';
import { localPath } from '#web/server/safe-redirect.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('confirm.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data: state } = await read({ context, url }, getConfirmation);
  if (state.fresh_until) throw redirect(nextPath(url));
  return { factors: state.factors, username: context.get(pageContext).user?.username ?? '' };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const passkey = { challenge_id: field('challenge_id'), response: readJson(field('response')) as never };
  const given =
    field('intent') === 'passkey'
      ? { passkey }
      : field('otp')
        ? { otp: field('otp') }
        : { password: field('password') };
  const outcome = await attempt({ context, url }, confirmIdentity, { body: given });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const headers = signInCookies(outcome.reply, context.get(pageContext).secure);
  headers.append(
    'set-cookie',
    flash({ type: 'success', title: message('confirm.done'), content: message('confirm.go_on') }),
  );
  return redirect(nextPath(url), { headers });
}

/** The page that requested the confirmation; never this one again. */
function nextPath(url: URL): string {
  const next = localPath(url.searchParams.get('next'));
  return next.startsWith(href('/user/confirm')) ? href('/user/security') : next;
}

export default function Confirm() {
  const { t } = useI18n();
  const { factors } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <PageHead title={t('confirm.title')} lead={t('confirm.lead')} />
      <div className="panel stack">
        {factors.includes('passkey') ? <PasskeyButton label={t('confirm.passkey')} wide /> : null}
        <FactorForm />
      </div>
    </div>
  );
}

function FactorForm() {
  const { t } = useI18n();
  const { factors, username } = useLoaderData<typeof loader>();
  const refusal = useActionResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const byCode = factors.includes('totp') || factors.includes('recovery_code');
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={refusal} fields={['otp', 'password']} />
      {byCode ? (
        <Field
          name="otp"
          label={t(factors.includes('totp') ? 'otp.label' : 'otp.recovery_label')}
          hint={factors.includes('totp') ? t('otp.hint') : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          errors={refusal?.errors.otp}
        />
      ) : null}
      {factors.includes('password') ? (
        <>
          <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
          <Field
            name="password"
            label={t('field.password')}
            type="password"
            autoComplete="current-password"
            required
            errors={refusal?.errors.password}
          />
        </>
      ) : null}
      {byCode || factors.includes('password') ? (
        <Button size="large" wide busy={busy}>
          {t('confirm.submit')}
        </Button>
      ) : null}
    </Form>
  );
}
