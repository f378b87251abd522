import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { getAuthStatus, login, signInByPasskey } from '#contracts/identity/auth.ts';
import { listFaces } from '#contracts/shop/home.ts';
import { readForm, readJson } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePasskeyAutofill } from '#web/forms/use-passkey-autofill.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { usePreservedHash } from '#web/router/use-preserved-hash.ts';
import { attempt, read } from '#web/server/api.ts';
import { readDevice } from '#web/server/cookies/device-cookie.ts';
import { signInCookies } from '#web/server/cookies/sign-in-cookies.ts';
import { pageContext } from '#web/server/page-context.ts';
import { registerPath, safeRedirect } from '#web/server/safe-redirect.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { AboutShop } from './login/about-shop.tsx';

export const handle = title('login.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  // Nobody needs the faces to sign in: without an answer, there are none.
  const [{ data }, faces] = await Promise.all([
    read(where, getAuthStatus),
    attempt(where, listFaces, {}, [401, 403, 429, 503]),
  ]);
  return {
    closed: context.get(pageContext).maintenance !== null,
    ended: context.get(pageContext).session_ended,
    registration: data.registration,
    faces: faces.ok ? faces.reply.data : [],
  };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const { secure } = context.get(pageContext);
  const device = readDevice(request.headers.get('cookie'), secure);
  const field = await readForm(request);
  const where = { context, url };
  const username = field('username').trim();
  const [ticket, otp] = [field('ticket'), field('otp')];
  // The API checks what the authenticator sent.
  const passkey = { challenge_id: field('challenge_id'), response: readJson(field('response')) as never, device };
  const proof = ticket ? { ticket, otp } : { password: field('password') };
  const outcome =
    field('intent') === 'passkey'
      ? await attempt(where, signInByPasskey, { body: passkey }, [401])
      : await attempt(where, login, { body: { username, ...proof, device } }, [401]);
  if (outcome.ok) {
    return redirect(safeRedirect(url.searchParams.get('next')), { headers: signInCookies(outcome.reply, secure) });
  }
  const { refusal } = outcome;
  // A wrong code is reported next to the field; needing a code is not an error yet.
  const next = refusal.marks?.ticket ?? (refusal.errors.otp || refusal.errors.passkey ? ticket : '');
  const factors = refusal.marks?.factors ?? field('factors').split(' ');
  const shown = next && !ticket ? undefined : refusal;
  return data({ refusal: shown, username, ticket: next, factors }, { status: refusal.status });
}

export default function Login() {
  const { t } = useI18n();
  const { closed, ended, registration, faces } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const [query] = useSearchParams();
  const next = query.get('next');
  usePreservedHash();
  if (result?.ticket) return <SecondStep {...result} />;
  return (
    <div className="entrance">
      <div className="panel stack">
        <h1>{t('login.title')}</h1>
        {closed ? <Alert tone="warn">{t('login.maintenance')}</Alert> : null}
        {ended && !result ? <Alert tone="info">{t(`login.${ended}`)}</Alert> : null}
        {next !== null && !result ? <p className="muted">{t('login.go_on')}</p> : null}
        <FirstStep />
        <PasskeyButton label={t('login.passkey')} wide />
      </div>
      <div className="stack minimal-foot">
        {registration === 'closed' ? null : (
          <p>
            <FormattedMessage of="login.new_here" parts={{ link: <Link to={registerPath(next)} /> }} />
          </p>
        )}
        <p>
          <Link to={href('/forgot')}>{t('forgot.link')}</Link>
        </p>
        <p>
          <FormattedMessage of="guest.foot" parts={{ link: <Link to={href('/support/guest')} /> }} />
        </p>
        {useRootData()?.demo ? (
          <p className="small">
            <FormattedMessage of="login.demo_accounts" parts={{ code: <code /> }} />
          </p>
        ) : null}
      </div>
      <AboutShop faces={faces} />
    </div>
  );
}

function FirstStep() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal?.errors ?? {};
  const [query] = useSearchParams();
  usePasskeyAutofill('username');
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={['username', 'password']} />
      <Field
        name="username"
        label={t('field.username')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.username ?? query.get('name') ?? undefined}
        errors={errors.username}
      />
      <PasswordField
        name="password"
        label={t('field.password')}
        autoComplete="current-password"
        required
        errors={errors.password}
      />
      <Button size="large" wide busy={busy}>
        {t('login.submit')}
      </Button>
    </Form>
  );
}

interface SecondStepProps {
  username: string;
  ticket: string;
  factors: string[];
}

/** The password was correct and is not requested again: the ticket replaces it. */
function SecondStep({ username, ticket, factors }: SecondStepProps) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const fields = { username, ticket, factors: factors.join(' ') };
  return (
    <>
      <div className="panel stack">
        <h1>{t('otp.title')}</h1>
        <p className="muted">{t('otp.lead', { name: username })}</p>
        {factors.includes('passkey') ? <PasskeyButton label={t('confirm.passkey')} fields={fields} wide /> : null}
        <CodeForm fields={fields} />
      </div>
      <p className="minimal-foot">
        <Link to={pathname + search} reloadDocument>
          {t('otp.again')}
        </Link>
      </p>
      <p className="minimal-foot">
        <FormattedMessage of="guest.foot" parts={{ link: <Link to={href('/support/guest')} /> }} />
      </p>
    </>
  );
}

function CodeForm({ fields }: { fields: Record<'username' | 'ticket' | 'factors', string> }) {
  const { t } = useI18n();
  const refusal = useActionResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const factors = fields.factors.split(' ');
  const app = factors.includes('totp');
  const byCode = app || factors.includes('recovery_code');
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={refusal} fields={['otp']} />
      {byCode ? (
        <>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            name="otp"
            label={t(app ? 'otp.label' : 'otp.recovery_label')}
            hint={t(app ? 'otp.hint' : 'otp.or_code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!factors.includes('passkey')}
            required
            errors={refusal?.errors.otp}
          />
          <Button size="large" wide busy={busy}>
            {t('login.submit')}
          </Button>
        </>
      ) : null}
    </Form>
  );
}
