import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { verifyEmail } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { TokenForm } from '#web/ui/controls/token-form.tsx';

export const handle = title('verify.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, verifyEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const cookie = flash({ type: 'success', title: message('verify.done'), content: '' });
  const next = href('/activation');
  const query = new URLSearchParams({ next, name: url.searchParams.get('name') ?? '' });
  return redirect(context.get(pageContext).user ? next : `${href('/login')}?${query}`, {
    headers: { 'set-cookie': cookie },
  });
}

export default function VerifyEmail() {
  const { t } = useI18n();
  const anew = { to: href('/activation'), label: t('reset.again') };
  return <TokenForm title={t('verify.title')} lead={t('verify.why')} submit={t('verify.submit')} anew={anew} />;
}
