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
import { confirmDevice, confirmIdentity, getConfirmation, sendDeviceCode } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { readForm, readJson } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { signInCookies } from '#web/server/cookies/sign-in-cookies.ts';
import { pageContext } from '#web/server/page-context.ts';
import { type Decision, localPath } from '#web/server/safe-redirect.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { FactorFields, takesText } from '#web/ui/factor/factor-fields.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DeviceStep } from './confirm/device-step.tsx';
import { SignStep } from './confirm/sign-step.tsx';

export const handle = title('confirm.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data: state } = await read({ context, url }, getConfirmation);
  const { factors, needs_device_code, device_code_expires_at } = state;
  const signs = factors.includes('passkey') ? decisionIn(url) : null;
  const over = url.searchParams.has('sheet');
  if (state.fresh_until && !needs_device_code && !signs && !over) throw redirect(nextPath(url));
  const username = context.get(pageContext).user?.username ?? '';
  return { signs, factors, username, needs_device_code, code_sent: device_code_expires_at !== null };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  if (field('intent') === 'send') {
    const outcome = await attempt({ context, url }, sendDeviceCode);
    return outcome.ok ? redirect(url.pathname + url.search) : refusedBy(outcome.refusal);
  }
  // The API checks what the authenticator sent.
  const passkey = { challenge_id: field('challenge_id'), response: readJson(field('response')) as never };
  const given =
    field('intent') === 'passkey'
      ? { passkey }
      : field('otp')
        ? { otp: field('otp') }
        : { password: field('password') };
  const outcome =
    field('intent') === 'device'
      ? await attempt({ context, url }, confirmDevice, { body: { code: field('code') } })
      : await attempt({ context, url }, confirmIdentity, { body: given });
  if (!outcome.ok) return refusedBy(outcome.refusal);
  const headers = signInCookies(outcome.reply, context.get(pageContext).secure);
  // Over a page: that page goes on by itself.
  if (field('sheet')) return data({ confirmed: true, refusal: undefined }, { headers });
  headers.append(
    'set-cookie',
    flash({
      type: 'success',
      title: message(field('intent') === 'passkey' && decisionIn(url) ? 'confirm.sign.done' : 'confirm.done'),
      content: message('confirm.go_on'),
    }),
  );
  return redirect(nextPath(url), { headers });
}

const refusedBy = (refusal: Refusal) => data({ refusal }, { status: refusal.status });

/** The page that requested the confirmation; never this one again. */
function nextPath(url: URL): string {
  const next = localPath(url.searchParams.get('next'));
  return next.startsWith(href('/user/confirm')) ? href('/user/security') : next;
}

/** The decision that somebody with a passkey came to sign. */
function decisionIn({ searchParams }: URL): Decision | null {
  const [proposal_id, decision] = [searchParams.get('proposal_id'), searchParams.get('decision')];
  return proposal_id && (decision === 'approved' || decision === 'rejected') ? { proposal_id, decision } : null;
}

// The fifth wrong code ends it: the page then offers to send another.
export const shouldRevalidate = revalidateRefused;

export default function Confirm() {
  const { t } = useI18n();
  const { signs, factors, needs_device_code, code_sent } = useLoaderData<typeof loader>();
  const refusal = useActionResult<typeof action>()?.refusal;
  if (needs_device_code) return <DeviceStep sent={code_sent} refusal={refusal} />;
  if (signs) return <SignStep decision={signs} refusal={refusal} />;
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
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={refusal} fields={['otp', 'password']} />
      <FactorFields factors={factors} username={username} refusal={refusal} />
      {takesText(factors) ? (
        <Button size="large" wide busy={busy}>
          {t('confirm.submit')}
        </Button>
      ) : null}
    </Form>
  );
}
