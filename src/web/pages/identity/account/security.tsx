import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as factors from '#contracts/identity/factors.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { readForm, readJson } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, type Outcome, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { AuthenticatorApp } from './security/authenticator-app.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { RecoveryCodes } from './security/recovery-codes.tsx';
import { setupOf } from './security/setup-of.ts';
import type { Shown } from './security/shown.ts';

export const handle = title('security.title');

export async function loader(where: LoaderFunctionArgs) {
  const [app, keys] = await Promise.all([read(where, factors.getTwoFactor), read(where, factors.listPasskeys)]);
  return withPreserved({ app: app.data, passkeys: keys.data }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  switch (field('intent')) {
    case 'app_start':
      return shown(await attempt(where, factors.startTwoFactor), ({ data: made }) => ({ setup: setupOf(made.uri) }));
    case 'app_confirm': {
      const outcome = await attempt(where, factors.confirmTwoFactor, { body: { otp: field('otp') } });
      // The form resubmits what it shows, because the server reveals a secret only once.
      const setup = setupOf(field('uri'));
      return shown(outcome, ({ data: made }) => ({ recovery_codes: made.recovery_codes }), { setup });
    }
    case 'codes':
      return shown(await attempt(where, factors.renewRecoveryCodes), ({ data: made }) => ({
        recovery_codes: made.recovery_codes,
      }));
    case 'app_end':
      return redirectWithToast(await attempt(where, factors.endTwoFactor), 'factor.totp_off');
    case 'passkey':
      return addPasskey(where, field);
    case 'rename': {
      const input = { params: { id: field('id') }, body: { name: field('name') } };
      return redirectWithToast(await attempt(where, factors.renamePasskey, input), 'security.renamed', {
        id: field('id'),
      });
    }
    default:
      return redirectWithToast(
        await attempt(where, factors.removePasskey, { params: { id: field('id') } }),
        'factor.passkey_removed',
      );
  }
}

async function addPasskey(where: Where, field: (name: string) => string) {
  // The API checks what the authenticator sent.
  const made = { challenge_id: field('challenge_id'), response: readJson(field('response')) as never };
  const name = field('name');
  const outcome = await attempt({ ...where, preserve: { name } }, factors.addPasskey, {
    body: { ...made, name: name || '-' },
  });
  if (outcome.ok && !outcome.reply.recovery_codes) return redirectWithToast(outcome, 'factor.passkey_added');
  return shown(outcome, ({ recovery_codes }) => ({ recovery_codes }));
}

/** Shows newly created secrets once; never cached. */
function shown<T>(outcome: Outcome<T>, view: (reply: T) => Shown, refusedAs: Shown = {}) {
  if (outcome.ok) return data(view(outcome.reply), { headers: { 'cache-control': 'no-store' } });
  return data({ ...refusedAs, refusal: outcome.refusal }, { status: outcome.refusal.status });
}

function redirectWithToast<T>(outcome: Outcome<T>, key: MessageKey, refusedAs: Shown = {}) {
  if (!outcome.ok) return shown(outcome, () => ({}), refusedAs);
  throw redirect(href('/user/security'), {
    headers: { 'set-cookie': flash({ type: 'success', title: message(key), content: '' }) },
  });
}

export default function SecurityPage() {
  const { t } = useI18n();
  const { app, passkeys } = useLoaderData<typeof loader>();
  const result = useActionResult<Shown>();
  return (
    <>
      <PageHead title={t('security.title')} lead={t('security.lead')} />
      <FormErrors refusal={result?.refusal} fields={['otp', 'name']} />
      <div className="stack">
        {useRootData()?.user?.roles.includes('unprotected') ? <Alert tone="warn">{t('security.staff')}</Alert> : null}
        {result?.recovery_codes ? <RecoveryCodes codes={result.recovery_codes} /> : null}
        <div className="columns">
          <AuthenticatorApp app={app} result={result} hasPasskeys={passkeys.length > 0} />
          <Passkeys passkeys={passkeys} result={result} />
        </div>
      </div>
    </>
  );
}
